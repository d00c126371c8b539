/**
 * scree in a browser, a worker or node: terrains and surface maps from bytes, live pictures, probes,
 * exports as streams of bytes. The names, units and ranges of options are those of the C headers
 * (docs/library.md), written likeThis; results are the same bytes.
 *
 * An instance has one thread. Calls take as long as they take: put instances into workers, one each
 * (Workers in 'scree/workers'). Terrains, maps and scenes live in the memory of their instance until
 * free().
 */
import { Instance, Scope, ScreeError } from './instance.js';
import type { FileSink, Job } from './instance.js';
import type { BakeOptions, BeamngOptions, Camera, EngineOptions, GradeOptions, LintOptions, LiveOptions, PlanOptions, PlantsOptions, PreviewOptions, ProbeOptions, RorOptions, StyleOptions, ViewOptions } from './types.js';
import { enums } from './types.js';
import type { ConvertOptions as Converting, DiffOptions as Comparing, FitOptions as Fitting, TerrainOptions as FileOptions } from './types.js';
export type { BakeOptions, BeamngOptions, Camera, EngineOptions, GradeOptions, LintOptions, LiveOptions, PlanOptions, PlantsOptions, PreviewOptions, ProbeOptions, RorOptions, StyleOptions, ViewOptions } from './types.js';
export { ScreeError } from './instance.js';
export type { Code, FileSink, Job, Message } from './instance.js';

export interface TerrainOptions extends FileOptions {
  /** What messages call it; of some formats the name matters (N46E007.hgt). */
  name?: string;
}
export interface TerrainInfo {
  pointsX: number; pointsY: number; cellM: [number, number, number]; extentM: [number, number];
  altitudeM: [number, number]; slope: [number, number]; fileBytes: number; sha256: string;
  format: string; numbers: string;
  hasPlace: boolean; /** Longitude and latitude of the points in the north-west, the north-east and the south-west. */
  cornersDeg: [number, number, number, number, number, number];
}
/** at and fuzziness: an altitude in terrain units, or a gradient. */
export interface Limit { on: boolean; at: number; fuzziness: number }
export interface Layer {
  index: number; parent: number; depth: number; name: string; colour: [number, number, number];
  coverage: number; noise: number; /** lower and upper */ altitude: [Limit, Limit]; slope: [Limit, Limit];
  smoothingTu: number;
}
/** tgw: the whole world; text-sliders: text with slider positions. */
export type SurfaceForm = (typeof enums.surface_form)[number];

export interface StyleInfo { name: string; summary: string; layers: number }
export interface Finding {
  id: string; severity: (typeof enums.lint_severity)[number]; /** undefined: the map or the terrain */ layer: number | undefined;
  path: string; text: string; advice: string;
}
export interface Rectangle { column: number; row: number; columns: number; rows: number }
/** Metres from the west and north edges, or a texel from the north-west. */
export type Place = { xM: number; yM: number } | { column: number; row: number };
export interface Picture { width: number; height: number; rgb: Uint8Array }
/** What exportEngine() takes: a key of engines(). */
export type EngineKey = string;
/** What an engine takes, in words. */
export interface EngineInfo {
  key: EngineKey; title: string; ending: string; sizes: string; rows: string; packs: string; names: string; proof: string;
  /** 0: any number. */ maxMaterials: number; /** So many weights of a texel are stored; 0: all. */ kept: number;
}

/** Heights, or a mesh (glb, ply, obj). */
export type TerrainForm = NonNullable<Converting['form']>;
/** surface: whose colours a mesh gets. */
export type ConvertOptions = Omit<Converting, 'form'> & { surface?: Surface };
/** What was written: see struct scree_converted. */
export interface Converted {
  pointsX: number; pointsY: number; /** 0 of a mesh */ cellM: [number, number]; heightRangeM: [number, number];
  /** No height is further from the terrain's. */ errorM: number; southFirst: boolean; holes: boolean; triangles: number;
}
/** terrain: where the maps are compared; without it only their layers and values are. */
export type DiffOptions = Comparing & { terrain?: Terrain };
/** onto: other ground that the map is to be for. */
export type FitOptions = Omit<Fitting, 'classes' | 'splat' | 'aerial' | 'maxHeightM' | 'squareM'> & { onto?: Terrain };
/** Which class each texel of a grid over a terrain is of. */
export interface Painting {
  width: number; height: number;
  /** ids[row * width + column], row 0 north: a class, or 255 for a texel that does not count. */ ids: Uint8Array;
  /** Of the classes, 1 to 255 of them. */ names: string[];
}
export interface Plant {
  /** Number in species(). */ species: number;
  /** East and north of the terrain's south-west corner. */ xM: number; yM: number;
  /** Altitude of its foot: of the ground, less sinkM. */ zM: number; sinkM: number;
  /** Against the clock seen from above, 0 to 360. */ yawDeg: number; scale: number;
}
export interface PlantSpecies {
  name: string; /** Of the catalogue in docs/plants.md. */ model: string; /** Plants of it. */ count: number;
  /** Places that the terrain has for it, of which so many were evaluated. */ cells: number; evaluated: number;
  /** Plants before limits. */ fitting: number; /** At scale 1. */ heightM: number;
  /** undefined: not in that game. */ rorMesh: string | undefined; beamngShape: string | undefined;
}
/** A line each; a point each, in metres; simple meshes as binary glTF. */
export type PlantsForm = (typeof enums.plants_form)[number];

/** Something in the memory of an instance. */
abstract class Handle {
  /** Its address; 0 when it is freed. */
  protected address: number;
  constructor(protected readonly instance: Instance, address: number, private readonly freeing: string) {
    this.address = address;
  }
  at(): number {
    if (!this.address) throw new ScreeError('bad argument', 'it was freed');
    return this.address;
  }
  /** @internal Whether it lies in the memory of an instance. */
  isOf(instance: Instance): boolean { return this.instance === instance; }
  free(): void {
    if (this.address !== 0) this.instance.call(this.freeing, this.address);
    this.address = 0;
  }
}

/** Where a handle is that was given for an argument. The memory knows no kinds: another one would be read as if it were this. */
function placeOf<H extends Handle>(kind: abstract new (instance: Instance, address: number) => H, name: string, instance: Instance, given: H): number {
  if (!(given instanceof kind)) throw new ScreeError('bad argument', `expected a ${name}`, name);
  if (!given.isOf(instance)) throw new ScreeError('bad argument', `the ${name} is another instance's; open it in this one`, name);
  return given.at();
}
const terrainAt = (instance: Instance, given: Terrain) => placeOf(Terrain, 'terrain', instance, given);
const surfaceAt = (instance: Instance, given: Surface) => placeOf(Surface, 'surface', instance, given);
const terrainOr0 = (instance: Instance, given: Terrain | undefined) => given == null ? 0 : terrainAt(instance, given);
const surfaceOr0 = (instance: Instance, given: Surface | undefined) => given == null ? 0 : surfaceAt(instance, given);

export class Terrain extends Handle {
  /** @internal */
  constructor(instance: Instance, address: number) { super(instance, address, 'scree_terrain_free'); }
  /** Measures the ground the first time. */
  describe(job?: Job): TerrainInfo {
    return this.instance.within((s) => {
      const info = s.make('terrain_info');
      s.check('scree_terrain_describe', this.at(), info, s.job(job));
      const { size: _, hasPlace, ...rest } = this.instance.getStruct('terrain_info', info);
      return { ...rest, hasPlace: hasPlace !== 0 } as unknown as TerrainInfo;
    });
  }
  /** Metres, row 0 north. */
  heights(firstRow: number, rows: number): Float32Array {
    const { pointsX } = this.describe();
    return this.instance.within((s) => {
      const plane = s.alloc(pointsX * rows * 4);
      s.check('scree_terrain_heights', this.at(), firstRow, rows, plane);
      return new Float32Array(this.instance.copy(plane, pointsX * rows * 4).buffer);
    });
  }
}

export class Surface extends Handle {
  /** @internal */
  constructor(instance: Instance, address: number) { super(instance, address, 'scree_surface_free'); }
  get count(): number { return this.instance.call('scree_surface_layers', this.at()); }
  layers(): Layer[] {
    return Array.from({ length: this.count }, (_, i) => this.layer(i));
  }
  layer(index: number): Layer {
    return this.instance.within((s) => {
      const at = s.make('layer');
      s.check('scree_surface_layer', this.at(), index, at);
      const { size: _, ...rest } = this.instance.getStruct('layer', at);
      const { members } = this.instance.shape('layer'), { bytes } = this.instance.shape('limit');
      const limits = (member: string) => [0, 1].map((i) => {
        const limit = this.instance.getStruct('limit', at + members.get(member)!.offset + i * bytes);
        return { ...limit, on: limit.on !== 0 };
      });
      return { ...rest, name: this.instance.text(rest.name as number), altitude: limits('altitude'), slope: limits('slope') } as unknown as Layer;
    });
  }
  copy(): Surface {
    return this.instance.within((s) => new Surface(this.instance, s.open('scree_surface_copy', this.at())));
  }
  /** A value as people write it: 0.4, 70%, 120m, 35deg, on, "92,84,74". Metres need the terrain. */
  set(layer: number, field: string, value: string | number, terrain?: Terrain): void {
    this.instance.within((s) => s.check('scree_surface_set', this.at(), layer, s.text(field),
      s.text(String(value)), terrainOr0(this.instance, terrain)));
  }
  /** "Grass.coverage=0.4" */
  change(text: string, terrain?: Terrain): void {
    this.instance.within((s) => s.check('scree_surface_change', this.at(), s.text(text), terrainOr0(this.instance, terrain), 0));
  }
  /** A value as people write it: "190.50 m" of a text that has it so, else a number in the file's unit. */
  value(layer: number, field: string): string {
    return this.instance.within((s) => {
      const out = s.make('bytes');
      s.check('scree_surface_value', this.at(), layer, s.text(field), out);
      return decoder.decode(s.take(out));
    });
  }
  /** The form that holds all that the map does. */
  get form(): SurfaceForm { return enums.surface_form[this.instance.call('scree_surface_form', this.at())]!; }
  /** The numbers of a field in the file's own units. */
  numbers(layer: number, field: string): number[] {
    return this.instance.within((s) => {
      const values = s.alloc(32), count = s.alloc(4);
      s.check('scree_surface_get_numbers', this.at(), layer, s.text(field), values, count);
      const view = this.instance.view();
      return Array.from({ length: view.getUint32(count, true) }, (_, i) => view.getFloat64(values + 8 * i, true));
    });
  }
  /** What layers that go by a mask have as mask.file, each once: the pictures to give by mask(). */
  maskFiles(): string[] {
    const all = Array.from({ length: this.count }, (_, i) => i).filter((i) => this.value(i, 'mask.on') !== 'off');
    return [...new Set(all.map((i) => this.value(i, 'mask.file')))];
  }
  /** The picture that layers have as mask.file: a PNG or TIFF of greys. A map has none until it is given them. */
  mask(file: string, png: Uint8Array, job?: Job): void {
    this.instance.within((s) => s.check('scree_wasm_surface_mask', this.at(), s.text(file), s.source(png, file), s.job(job)));
  }
  /** The number of the new layer. */
  add(parent: number, place: number, name: string): number {
    return this.indexOf((s, out) => s.check('scree_surface_add', this.at(), parent, place, s.text(name), out));
  }
  remove(layer: number): void {
    this.instance.within((s) => s.check('scree_surface_remove', this.at(), layer));
  }
  move(layer: number, parent: number, place: number): number {
    return this.indexOf((s, out) => s.check('scree_surface_move', this.at(), layer, parent, place, out));
  }
  duplicate(layer: number): number {
    return this.indexOf((s, out) => s.check('scree_surface_duplicate', this.at(), layer, out));
  }
  reroll(seed: bigint): void {
    this.instance.within((s) => s.check('scree_surface_reroll', this.at(), seed));
  }
  /** The bytes of a file. */
  write(form: SurfaceForm = 'srf'): Uint8Array {
    return this.instance.within((s) => s.bytes('scree_surface_write', this.at(), enums.surface_form.indexOf(form)));
  }
  private indexOf(run: (s: Scope, out: number) => void): number {
    return this.instance.within((s) => {
      const out = s.alloc(4);
      run(s, out);
      return this.instance.view().getUint32(out, true);
    });
  }
}

/** What an editor shows while a map is changed: see include/scree/live.h. */
export class Live extends Handle {
  /** Of the map of the last update that succeeded. */
  private layers = 0;
  /** @internal */
  constructor(instance: Instance, address: number) { super(instance, address, 'scree_live_free'); }
  get width(): number { return this.instance.call('scree_live_width', this.at()); }
  get height(): number { return this.instance.call('scree_live_height', this.at()); }
  view(options: LiveOptions, job?: Job): void {
    this.instance.within((s) => s.check('scree_live_view', this.at(), s.make('live_options', options), s.job(job)));
  }
  update(surface: Surface, job?: Job): void {
    const given = surfaceAt(this.instance, surface), count = surface.count;
    this.instance.within((s) => s.check('scree_live_update', this.at(), given, s.job(job)));
    this.layers = count;
  }
  /** 3 bytes a texel, row 0 north. */
  picture(): Uint8Array {
    return this.instance.copy(this.instance.call('scree_live_picture', this.at()), this.width * this.height * 3);
  }
  /** The number of the strongest layer of each texel; undefined if there is none. */
  winner(): Uint8Array | undefined {
    const at = this.instance.call('scree_live_winner', this.at());
    return at === 0 ? undefined : this.instance.copy(at, this.width * this.height);
  }
  /** Outside of it nothing has changed since the update before; undefined: nothing at all. */
  changed(): Rectangle | undefined {
    return this.instance.within((s) => {
      const at = s.alloc(16);
      if (!this.instance.call('scree_live_changed', this.at(), at, at + 4, at + 8, at + 12)) return undefined;
      const [column, row, columns, rows] = new Uint32Array(this.instance.copy(at, 16).buffer);
      return { column: column!, row: row!, columns: columns!, rows: rows! };
    });
  }
  /** A byte a texel: the weight of a layer where it is seen, or its reach. */
  layer(layer: number, kind: 'weight' | 'reach' = 'weight'): Uint8Array {
    return this.instance.within((s) => {
      const size = this.width * this.height, plane = s.alloc(size);
      s.check('scree_live_layer', this.at(), numberOf(kind === 'weight' ? 'weight-u8' : 'eff-u8'), layer, plane);
      return this.instance.copy(plane, size);
    });
  }
  /** The weights of all layers, in little more time than those of one. */
  weights(): Uint8Array[] {
    return this.instance.within((s) => {
      const count = this.layers, size = this.width * this.height, all = s.alloc(size * count), planes = s.alloc(4 * count);
      for (let i = 0; i < count; i++) this.instance.view().setUint32(planes + 4 * i, all + size * i, true);
      s.check('scree_live_weights', this.at(), numberOf('weight-u8'), planes);
      const samples = this.instance.copy(all, size * count);
      return Array.from({ length: count }, (_, i) => samples.subarray(size * i, size * (i + 1)));
    });
  }
}

/** What grows where, the same as in every export: see include/scree/plants.h. Keeps what it was made of. */
export class Plants extends Handle {
  /** @internal */
  constructor(instance: Instance, address: number) { super(instance, address, 'scree_plants_free'); }
  get count(): number { return this.instance.call('scree_plants_count', this.at()); }
  species(): PlantSpecies[] {
    return this.instance.within((s) => {
      const at = s.make('plant_species'), text = (address: unknown) => this.instance.text(address as number);
      return Array.from({ length: this.instance.call('scree_plants_species_count', this.at()) }, (_none, i) => {
        s.check('scree_plants_species', this.at(), i, at);
        const { size: _, name, model, rorMesh, beamngShape, ...numbers } = this.instance.getStruct('plant_species', at);
        return { name: text(name), model: text(model), rorMesh: text(rorMesh) || undefined,
          beamngShape: text(beamngShape) || undefined, ...numbers } as PlantSpecies;
      });
    });
  }
  /** By species, then from the north, then from the west. */
  places(): Plant[] {
    return this.instance.within((s) => {
      const at = s.make('plant');
      return Array.from({ length: this.count }, (_none, i) => {
        s.check('scree_plants_plant', this.at(), i, at);
        const { size: _, ...plant } = this.instance.getStruct('plant', at);
        return plant as unknown as Plant;
      });
    });
  }
  /** The file that `scree plants` writes, into a sink. */
  write(sink: FileSink, form: PlantsForm, name = `plants.${form}`, job?: Job): void {
    this.instance.within((s) => {
      const j = s.job(job);
      into(s, this.instance, sink, j,
        (to) => s.check('scree_plants_write', this.at(), enums.plants_form.indexOf(form), to, s.text(name), j));
    });
  }
}

/** What planes hold: see enum scree_plane_kind. Reach is a layer's own, whatever covers it later. */
export type PlaneKind = 'weight8' | 'weight16' | 'weight32' | 'reach8' | 'reach16' | 'reach32' | 'winner' | 'index' | 'blend' | 'pack' | 'picture' | 'margin';
const each = (materials: number) => materials, one = () => 1;
/** What a kind is called in enum scree_plane_kind, bytes a sample, planes. */
const planeKinds: { [K in PlaneKind]: [(typeof enums.plane_kind)[number], number, (materials: number) => number] } = {
  weight8: ['weight-u8', 1, each], weight16: ['weight-u16', 2, each], weight32: ['weight-f32', 4, each],
  reach8: ['eff-u8', 1, each], reach16: ['eff-u16', 2, each], reach32: ['eff-f32', 4, each],
  winner: ['winner-u8', 1, one], blend: ['blend-rgba8', 4, (materials) => Math.max(1, Math.ceil((materials - 1) / 4))],
  picture: ['picture-rgb8', 3, one], margin: ['margin-u8', 1, one], index: ['index-rgb8', 3, one],
  pack: ['pack-rgba8', 4, (materials) => Math.ceil(materials / 4)],
};
const numberOf = (kind: (typeof enums.plane_kind)[number]) => enums.plane_kind.indexOf(kind);

/** An evaluation, row by row: see include/scree/evaluate.h. */
export class Plan extends Handle {
  /** @internal */
  constructor(instance: Instance, address: number) { super(instance, address, 'scree_plan_free'); }
  get width(): number { return this.instance.call('scree_plan_width', this.at()); }
  get height(): number { return this.instance.call('scree_plan_height', this.at()); }
  get materials(): number { return this.instance.call('scree_plan_materials', this.at()); }
  /** What texels stand on: metres, and rise over run. */
  ground(firstRow = 0, rows = this.height, job?: Job): { altitudeM: Float32Array; slope: Float32Array } {
    return this.instance.within((s) => {
      const bytes = this.width * rows * 4, altitude = s.alloc(bytes), slope = s.alloc(bytes);
      s.check('scree_plan_ground', this.at(), firstRow, rows, altitude, slope, s.job(job));
      const floats = (at: number) => new Float32Array(this.instance.copy(at, bytes).buffer);
      return { altitudeM: floats(altitude), slope: floats(slope) };
    });
  }
  /** By how much the greatest weight leads the next, a byte a texel. */
  margin(firstRow = 0, rows = this.height, job?: Job): Uint8Array {
    return this.plane('margin', firstRow, rows, job);
  }
  /** The map in its own colours, lit from the north-west: 3 bytes a texel. */
  picture(firstRow = 0, rows = this.height, job?: Job): Uint8Array {
    return this.plane('picture', firstRow, rows, job);
  }
  private plane(kind: PlaneKind, firstRow: number, rows: number, job: Job | undefined): Uint8Array {
    return this.planes(kind, firstRow, rows, job)[0]!;
  }
  /** Samples of a kind, little-endian, without padding between rows: a plane for each material, of blend
   *  one for four materials after the first, of pack one for four materials, of the others one. */
  planes(kind: PlaneKind, firstRow = 0, rows = this.height, job?: Job): Uint8Array[] {
    const [word, bytes, count] = planeKinds[kind];
    return this.instance.within((s) => {
      const size = this.width * rows * bytes, all = Array.from({ length: count(this.materials) }, () => s.alloc(size));
      const planes = s.alloc(4 * all.length);
      all.forEach((plane, i) => this.instance.view().setUint32(planes + 4 * i, plane, true));
      s.check('scree_plan_rows', this.at(), firstRow, rows, s.make('target', { kind: numberOf(word), planes }), 1, s.job(job));
      return all.map((plane) => this.instance.copy(plane, size));
    });
  }
  /** What of each material is seen, in units of 2^-24 texel: sums of rows are exact. */
  coverage(firstRow = 0, rows = this.height, job?: Job): bigint[] {
    return this.instance.within((s) => {
      const count = this.materials, sums = s.alloc(8 * count);
      this.instance.look(sums, 8 * count).fill(0);
      s.check('scree_plan_rows', this.at(), firstRow, rows, s.make('target', { kind: numberOf('coverage'), sums }), 1, s.job(job));
      return [...new BigUint64Array(this.instance.copy(sums, 8 * count).buffer)];
    });
  }
}
export class Scree {
  /** @internal */
  constructor(readonly instance: Instance) {}

  get version(): string { return this.instance.text(this.instance.call('scree_version')); }

  terrain(bytes: Uint8Array, options: TerrainOptions = {}, job?: Job): Terrain {
    const { name, ...rest } = options;
    return this.instance.within((s) => new Terrain(this.instance, s.open('scree_wasm_terrain_open',
      s.source(bytes, name ?? 'terrain'), s.make('terrain_options', rest), s.job(job))));
  }
  /** Metres, row 0 north, points cellM apart. */
  terrainFromHeights(heights: Float32Array, pointsX: number, pointsY: number, cellM: number, job?: Job): Terrain {
    if (heights.length !== pointsX * pointsY)
      throw new ScreeError('bad argument', `${heights.length} heights are not ${pointsX} x ${pointsY}`);
    return this.instance.within((s) => {
      const at = s.alloc(heights.byteLength);
      this.instance.look(at, heights.byteLength)
        .set(new Uint8Array(heights.buffer, heights.byteOffset, heights.byteLength));
      return new Terrain(this.instance,
        s.open('scree_terrain_from_heights', at, pointsX, pointsY, cellM, s.job(job)));
    });
  }
  /** A .srf, a .tgw, or its text. Lengths in metres need the terrain. */
  surface(bytes: Uint8Array | string, options: { name?: string; terrain?: Terrain } = {}, job?: Job): Surface {
    return this.instance.within((s) => new Surface(this.instance, s.open('scree_wasm_surface_open',
      s.source(bytes, options.name ?? 'surface'), terrainOr0(this.instance, options.terrain), s.job(job))));
  }
  /** Looks at the first bytes: a surface map, a world, or text of one. */
  isSurface(bytes: Uint8Array): boolean {
    return this.instance.within((s) => this.instance.call('scree_wasm_surface_is_in', s.source(bytes, 'file')) !== 0);
  }
  /** What Surface.set() takes as field: "coverage", "aspect.toward", "altitude.max.at". */
  fields(): string[] {
    return this.instance.within((s) => {
      const out: string[] = [], name = s.alloc(FIELD_NAME_SIZE);
      while (this.instance.call('scree_surface_field', out.length, name) !== 0) out.push(this.instance.text(name));
      return out;
    });
  }
  newSurface(rootName: string): Surface {
    return this.instance.within((s) => new Surface(this.instance, s.open('scree_surface_new', s.text(rootName))));
  }
  live(terrain: Terrain, options: LiveOptions = {}, job?: Job): Live {
    return this.instance.within((s) => new Live(this.instance,
      s.open('scree_live_create', terrainAt(this.instance, terrain), s.make('live_options', options), s.job(job))));
  }

  plan(terrain: Terrain, surface: Surface, options: PlanOptions = {}, job?: Job): Plan {
    if (options.materials !== undefined && options.materials.length !== surface.count)
      throw new ScreeError('bad argument', `${options.materials.length} materials for ${surface.count} layers`, 'materials');
    return this.instance.within((s) => new Plan(this.instance, s.open('scree_plan_create', terrainAt(this.instance, terrain), surfaceAt(this.instance, surface),
      s.make('plan_options', options), s.job(job))));
  }

  styles(): StyleInfo[] {
    return this.instance.within((s) => Array.from({ length: this.instance.call('scree_style_count') }, (_, i) => {
      const at = s.make('style');
      s.check('scree_style_at', i, at);
      const style = this.instance.getStruct('style', at) as { name: number; summary: number; layers: number };
      return { name: this.instance.text(style.name), summary: this.instance.text(style.summary), layers: style.layers };
    }));
  }
  /** A map made for a terrain, as text, what was decided: the document "scree-style-1", and the pictures that land
   *  cover gives it as masks, by the names that the text has for them. */
  newStyle(terrain: Terrain, options: StyleOptions = {}, job?: Job): { text: Uint8Array; report: unknown; masks: Map<string, Uint8Array> } {
    return this.instance.within((s) => {
      const given = s.make('style_options', options.waterM === undefined ? options : { water: 'at', ...options });
      const j = s.job(job), styled = s.hold('scree_styled_free', s.open('scree_styled_create', terrainAt(this.instance, terrain), given, j));
      const text = s.make('bytes'), files = new Files(), name = 'map.srf.json';
      s.check('scree_styled_text', styled, text);
      into(s, this.instance, files, j, (to) => s.check('scree_styled_save', styled, to, s.text(name), j));
      const masks = new Map(files.names.filter((one) => one !== name).map((one) => [one, files.bytes(one)]));
      return { text: s.take(text), report: s.document('scree_styled_document', styled, j), masks };
    });
  }
  /** The file that `scree convert` writes of a terrain, into a sink. */
  convert(terrain: Terrain, form: TerrainForm, sink: FileSink, { surface, ...options }: ConvertOptions = {}, job?: Job): Converted {
    return this.instance.within((s) => {
      const at = s.make('convert_options', { ...options, form }), mesh = this.instance.call('scree_terrain_form_is_mesh', enums.terrain_form.indexOf(form));
      const out = s.make('converted'), j = s.job(job);
      into(s, this.instance, sink, j, (to) => mesh
        ? s.check('scree_convert_mesh', terrainAt(this.instance, terrain), surfaceOr0(this.instance, surface), at, to, out, j)
        : s.check('scree_convert_terrain', terrainAt(this.instance, terrain), at, to, out, j));
      const { size: _, southFirst, holes, ...rest } = this.instance.getStruct('converted', out);
      return { ...rest, southFirst: southFirst !== 0, holes: holes !== 0 } as unknown as Converted;
    });
  }
  /** What is different from a map before, and which changes of values explain it: the document "scree-diff-1". */
  diff(before: Surface, after: Surface, { terrain, ...options }: DiffOptions = {}, job?: Job): unknown {
    return this.instance.within((s) => {
      const [a, b] = [before, after].map((surface) => s.make('diff_side', { surface: surfaceAt(this.instance, surface) })) as [number, number];
      const at = s.make('diff_options', { ...options, terrain: terrainOr0(this.instance, terrain) }), j = s.job(job);
      return s.document('scree_diff_document', s.hold('scree_diff_free', s.open('scree_diff_create', a, b, at, j)), j);
    });
  }
  /** The map that explains a painting, as text, and what was found: the document "scree-fit-1". */
  fit(terrain: Terrain, { width, height, ids, names }: Painting, { onto, ...rest }: FitOptions = {}, job?: Job): { text: Uint8Array; report: unknown } {
    if (ids.length !== width * height)
      throw new ScreeError('bad argument', `${ids.length} ids are not ${width} x ${height}`, 'ids');
    return this.instance.within((s) => {
      const at = s.alloc(ids.length), words = s.alloc(4 * names.length), texts = names.map((name) => s.text(name));
      this.instance.look(at, ids.length).set(ids);
      texts.forEach((text, i) => this.instance.view().setUint32(words + 4 * i, text, true));
      const painting = s.make('painting', { width, height, ids: at, names: words, count: names.length });
      const options = s.make('fit_options', { ...rest, onto: terrainOr0(this.instance, onto) });
      const j = s.job(job), fit = s.hold('scree_fit_free', s.open('scree_fit_painting', terrainAt(this.instance, terrain), painting, options, j));
      const found = s.alloc(4);
      s.check('scree_fit_surface', fit, found, j);
      const surface = s.hold('scree_surface_free', this.instance.view().getUint32(found, true));
      return { text: s.bytes('scree_surface_write', surface, enums.surface_form.indexOf('text')), report: s.document('scree_fit_document', fit, j) };
    });
  }
  /** Ground for roads, and the report of `scree grade --json`: see include/scree/grade.h. The terrain keeps the one it was made of. */
  grade(terrain: Terrain, options: GradeOptions, job?: Job): { terrain: Terrain; report: unknown } {
    return this.instance.within((s) => {
      const j = s.job(job), graded = s.open('scree_grade', terrainAt(this.instance, terrain), s.make('grade_options', options), j);
      return { terrain: new Terrain(this.instance, graded), report: s.document('scree_grade_document', graded, j) };
    });
  }
  /** Where one terrain is lower (red) or higher (blue) than another of its size. */
  gradePicture(before: Terrain, after: Terrain, job?: Job): Picture {
    return this.instance.within((s) => this.picture(s, s.open('scree_grade_picture', terrainAt(this.instance, before), terrainAt(this.instance, after), s.job(job))));
  }
  /** Where trees, bushes and stones stand, as in every export. What was placed comes as notes. */
  plants(terrain: Terrain, surface: Surface, options: PlantsOptions = {}, job?: Job): Plants {
    return this.instance.within((s) => {
      const at = s.make('plants_options', options), j = s.job(job);
      const plants = new Plants(this.instance, s.open('scree_plants_place', terrainAt(this.instance, terrain), surfaceAt(this.instance, surface), at, j));
      this.instance.call('scree_plants_tell', plants.at(), j);
      return plants;
    });
  }
  /** What cannot be meant as it stands; without a terrain, what holds on every one. */
  lint(surface: Surface, terrain?: Terrain, options: LintOptions = {}, job?: Job): Finding[] {
    return this.instance.within((s) => {
      const lint = s.hold('scree_lint_free', s.open('scree_lint_create', surfaceAt(this.instance, surface),
        terrainOr0(this.instance, terrain), s.make('lint_options', options), s.job(job)));
      return Array.from({ length: this.instance.call('scree_lint_count', lint) }, (_, i) => {
        const at = s.make('finding');
        s.check('scree_lint_finding', lint, i, at);
        const f = this.instance.getStruct('finding', at) as { [name: string]: number };
        return { id: this.instance.text(f.id!), severity: enums.lint_severity[f.severity!]!, layer: f.layer === NO_LAYER ? undefined : f.layer,
          path: this.instance.text(f.path!), text: this.instance.text(f.text!), advice: this.instance.text(f.advice!) };
      });
    });
  }

  /** Why places are what they are: the document "scree-probe-1", or text. */
  probe(terrain: Terrain, surface: Surface, places: Place[], options?: ProbeOptions, form?: 'json', job?: Job): unknown;
  probe(terrain: Terrain, surface: Surface, places: Place[], options: ProbeOptions, form: 'text', job?: Job): string;
  probe(terrain: Terrain, surface: Surface, places: Place[], options: ProbeOptions = {},
    form: 'json' | 'text' = 'json', job?: Job): unknown {
    return this.instance.within((s) => {
      const { bytes } = this.instance.shape('place'), list = s.alloc(bytes * places.length);
      places.forEach((place, i) => this.instance.setStruct('place', list + i * bytes, 'xM' in place
        ? { where: enums.where.indexOf('at'), x: place.xM, y: place.yM }
        : { where: enums.where.indexOf('texel'), x: place.column, y: place.row }));
      const at = s.make('probe_options', { ...options, places: list, placeCount: places.length });
      const text = decoder.decode(s.bytes('scree_probe_document', terrainAt(this.instance, terrain), surfaceAt(this.instance, surface), at,
        enums.form.indexOf(form), s.job(job)));
      return form === 'json' ? JSON.parse(text) : text;
    });
  }

  preview(terrain: Terrain, surface: Surface, options: PreviewOptions = {}, job?: Job): Picture {
    return this.instance.within((s) => {
      const at = s.make('preview_options', options);
      return this.picture(s, s.open('scree_preview', terrainAt(this.instance, terrain), surfaceAt(this.instance, surface), at, s.job(job)));
    });
  }
  /** A picture in perspective. */
  render(terrain: Terrain, surface: Surface, options: ViewOptions = {}, camera: Camera = {}, job?: Job): Picture {
    return this.instance.within((s) => {
      const from = s.make('camera', camera), j = s.job(job);
      const view = s.hold('scree_view_free', s.open('scree_view_create', terrainAt(this.instance, terrain), surfaceAt(this.instance, surface), s.make('view_options', options), j));
      return this.picture(s, s.open('scree_view_picture', view, from, j));
    });
  }
  private picture(s: Scope, made: number): Picture {
    const picture = s.hold('scree_picture_free', made);
    const info = s.make('picture_info');
    this.instance.call('scree_picture_describe', picture, info);
    const { width, height } = this.instance.getStruct('picture_info', info) as { width: number; height: number };
    return { width, height, rgb: this.instance.copy(this.instance.call('scree_picture_rgb', picture), width * height * 3) };
  }

  /** The files of a bake, as `scree bake` writes them, into a sink; returns the manifest's text. */
  bake(terrain: Terrain, surface: Surface, sink: FileSink, options: BakeOptions = {}, job?: Job): string {
    return this.instance.within((s) => {
      const at = s.make('bake_options', options), j = s.job(job);
      const plan = s.hold('scree_bake_free', s.open('scree_bake_plan', terrainAt(this.instance, terrain), surfaceAt(this.instance, surface), at, j));
      const manifest = s.make('bytes');
      into(s, this.instance, sink, j, (to) => s.check('scree_bake_write', plan, to, manifest, j));
      return decoder.decode(s.take(manifest));
    });
  }
  /** The files of a terrain for Rigs of Rods. */
  exportRor(terrain: Terrain, surface: Surface, sink: FileSink, options: RorOptions = {}, job?: Job): void {
    this.exported('ror', [], terrain, surface, sink, options, job);
  }
  /** The files of a level for BeamNG. */
  exportBeamng(terrain: Terrain, surface: Surface, sink: FileSink, options: BeamngOptions = {}, job?: Job): void {
    this.exported('beamng', [], terrain, surface, sink, options, job);
  }
  /** The files of a terrain for another engine, NAME-report.json last. */
  exportEngine(engine: EngineKey, terrain: Terrain, surface: Surface, sink: FileSink, options: EngineOptions = {}, job?: Job): void {
    this.instance.within((s) => this.exported('engine', [s.text(engine)], terrain, surface, sink, options, job));
  }
  engines(): EngineInfo[] {
    return this.instance.within((s) => {
      const out: EngineInfo[] = [], at = s.make('engine_about');
      while (this.instance.call('scree_engine_at', out.length, at, s.error) === 0) {
        const { size: _, maxMaterials, kept, ...texts } = this.instance.getStruct('engine_about', at) as { [name: string]: number };
        const words = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, this.instance.text(text)]));
        out.push({ ...words, maxMaterials, kept } as unknown as EngineInfo);
      }
      return out;
    });
  }
  private exported(kind: keyof typeof exporters, first: number[], terrain: Terrain, surface: Surface, sink: FileSink,
    options: object, job: Job | undefined): void {
    const { type, planning, writing, telling, freeing } = exporters[kind];
    this.instance.within((s) => {
      const at = s.make(type, options), j = s.job(job);
      const plan = s.hold(freeing, s.open(planning, ...first, terrainAt(this.instance, terrain), surfaceAt(this.instance, surface), at, j));
      into(s, this.instance, sink, j, (to) => {
        s.check(writing, plan, to, j);
        this.instance.call(telling, plan, j);
      });
    });
  }
}
/** Opens a sink for what writes to it, and closes it: after an error its files are dropped. */
function into(s: Scope, instance: Instance, sink: FileSink, job: number, write: (to: number) => void): void {
  const to = s.open('scree_wasm_sink', s.context({ sink }));
  try {
    write(to);
  } catch (thrown) {
    instance.call('scree_sink_close', to, 1, 0, 0);
    throw thrown;
  }
  s.check('scree_sink_close', to, 0, job);
}
/** What exports are made by, of each kind. */
const exporters = {
  ror: { type: 'ror_options', planning: 'scree_ror_plan', writing: 'scree_ror_write', telling: 'scree_ror_tell', freeing: 'scree_ror_free' },
  beamng: { type: 'beamng_options', planning: 'scree_beamng_plan', writing: 'scree_beamng_write', telling: 'scree_beamng_tell', freeing: 'scree_beamng_free' },
  engine: { type: 'engine_options', planning: 'scree_engine_plan', writing: 'scree_engine_write', telling: 'scree_engine_tell', freeing: 'scree_engine_free' },
} as const;
const decoder = new TextDecoder();
const NO_LAYER = 0xffffffff; // SCREE_NO_LAYER
const FIELD_NAME_SIZE = 32; // SCREE_FIELD_NAME_SIZE

/** A sink that keeps the files. */
export class Files implements FileSink {
  private readonly pieces = new Map<string, Uint8Array[]>();
  private current: Uint8Array[] = [];
  begin(name: string): void { this.pieces.set(name, (this.current = [])); }
  write(piece: Uint8Array): void { this.current.push(piece); }
  get names(): string[] { return [...this.pieces.keys()]; }
  bytes(name: string): Uint8Array {
    const pieces = this.pieces.get(name) ?? [];
    const out = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
      out.set(piece, at);
      at += piece.length;
    }
    return out;
  }
}

/** The module, compiled: from this package's file, or from bytes of it. Post it to workers. */
export async function compile(bytes?: BufferSource | Response): Promise<WebAssembly.Module> {
  if (bytes === undefined) {
    const url = new URL('./scree.wasm', import.meta.url);
    if (url.protocol !== 'file:') bytes = await fetch(url);
    else {
      const name = 'node:fs/promises'; // not for bundlers
      const { readFile } = await import(/* @vite-ignore */ name);
      bytes = await readFile(url) as Uint8Array<ArrayBuffer>;
    }
  }
  return WebAssembly.compile(typeof Response !== 'undefined' && bytes instanceof Response
    ? await bytes.arrayBuffer() : bytes as BufferSource);
}

/** An instance of its own memory. */
export async function load(module?: WebAssembly.Module | BufferSource | Response): Promise<Scree> {
  return instantiate(module instanceof WebAssembly.Module ? module : await compile(module));
}
export function instantiate(module: WebAssembly.Module): Scree {
  return new Scree(new Instance(module));
}
