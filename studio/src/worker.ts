/**
 * A worker of the studio: one instance of the library with one terrain. Some show rows of the map, one
 * edits, one does what takes long; all can do everything. Nothing is computed here that the library can.
 */
import { serve } from '../../wasm/src/asking';
import type { Answer, Request } from '../../wasm/src/asking';
import { instantiate } from '../../wasm/src/index';
import type { Job, Live, LiveOptions, Message, Plan, Scree, Surface, Terrain, TerrainInfo } from '../../wasm/src/index';
import { BINS, HOT, palette, STEEP, STEEP_DEGREES } from './model';
import type { Beside, Calls, Doc, Files, Graded, Look, Mask, Picture, Spread, Strip, Styled, ViewOptions } from './model';

let scree: Scree;
let terrain: Terrain | undefined;
let info: TerrainInfo | undefined;
let beside: Beside = {};
/** The terrain before its ground was changed for roads: styles are made for that, as exports do. */
let raw: Terrain | undefined;
/** Some points have no data: where they are is no ground. */
let holed = false;
let job: Job = {};
/** The rows that this worker shows. A texel is one sample of them, and in the end the mean of all that it
 *  covers. The rows of a grid that is spread begin in the south. */
let live: Live | undefined;
let viewed: ViewOptions | undefined;
let southFirst = false;
let fine: { plan: Plan; bytes: Uint8Array; key: string } | undefined;
let ground: { altitudeM: Float32Array; slope: Float32Array } | undefined;
/** The whole terrain in small, for areas and histograms. */
let small: { live: Live; altitude: Uint8Array; slope: Uint8Array; spread: Spread } | undefined;

const SMALL_SIDE = 384;

function need(): Terrain {
  if (terrain === undefined) throw new Error('no terrain');
  return terrain;
}

/** The pictures of the map that was asked about last: who asks sends each once (pool.ts). */
let pictures = new Map<number, Mask>();
function take(masks: Files['masks']): Mask[] {
  const all = masks.map((one) => (one.bytes === undefined ? pictures.get(one.id)! : one));
  pictures = new Map(all.map((one) => [one.id, one]));
  return all;
}
/** Gives a map those that layers go by; another may be no picture that a mask can be. */
function lend(surface: Surface, masks: Mask[]): void {
  if (masks.length === 0) return;
  const wanted = surface.maskFiles();
  for (const { file, bytes } of masks) if (wanted.includes(file)) surface.mask(file, bytes);
}
/** masked: the map is evaluated. */
function within<T>(files: Files, run: (surface: Surface) => T, { warnings, masked = true }: { warnings?: string[]; masked?: boolean } = {}): T {
  const masks = take(files.masks), surface = scree.surface(files.bytes, { name: 'map', terrain },
    { message: ({ severity, text }) => { if (severity === 'warning') warnings?.push(text); } });
  try {
    if (masked) lend(surface, masks);
    return run(surface);
  } finally {
    surface.free();
  }
}

/** The map with some layers nowhere. */
function hide(surface: Surface, hidden: number[]): Surface {
  for (const layer of hidden) if (layer > 0 && layer < surface.count) surface.set(layer, 'coverage', '0');
  return surface;
}

/** Fields that a .srf has no place for: limits of the text form's own. */
const PLAIN = /^(name|colour|coverage|fractal_noise|smoothing|altitude|slope|texture|bump|colour_plugins|distribution_plugins)(\.|$)/;
let own: string[] = [];
const groupOf = (field: string) => field.replace(/\..*/, '');

function describe(surface: Surface, warnings: string[]): Doc {
  const form = surface.form, bytes = surface.write(form), layers = surface.layers().map((one) => ({ ...one, own: {} as { [field: string]: string } }));
  if (form === 'text') {
    const text = new TextDecoder().decode(bytes), asked = own.filter((field) => text.includes(`"${groupOf(field)}"`));
    for (const one of layers) for (const field of asked) one.own[field] = surface.value(one.index, field);
  }
  return { bytes, masks: [], form, layers, warnings };
}

/** A size of whole texels with the terrain's proportions, `side` on the longer one. */
function sized(side: number): { width: number; height: number } {
  const [x, y] = info!.extentM, most = Math.max(x, y);
  return { width: Math.max(1, Math.round((side * x) / most)), height: Math.max(1, Math.round((side * y) / most)) };
}

function groundOf(options: object): { altitudeM: Float32Array; slope: Float32Array } {
  const bare = scree.newSurface('ground');
  let plan: Plan | undefined;
  try {
    plan = scree.plan(need(), bare, options);
    return plan.ground(0, plan.height, job);
  } finally {
    plan?.free();
    bare.free();
  }
}

/** The rows of a view on the grid that shows them at once. */
function gridded(options: ViewOptions): LiveOptions {
  const { pointsX, pointsY } = info!;
  if (options.width >= pointsX - 1 && options.height >= pointsY - 1) return { ...options, grid: 'cells' };
  return { ...options, grid: 'spread', row: options.height - options.row - options.rows };
}

function flip({ width, height, rgba }: Strip): void {
  const words = new Uint32Array(rgba.buffer);
  for (let top = 0, bottom = height - 1; top < bottom; top++, bottom--) {
    const kept = words.slice(top * width, (top + 1) * width);
    words.copyWithin(top * width, bottom * width, (bottom + 1) * width);
    words.set(kept, bottom * width);
  }
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

function toRgba(rgb: Uint8Array): Uint8ClampedArray<ArrayBuffer> {
  const count = rgb.length / 3, out = new Uint8ClampedArray(count * 4), words = new Uint32Array(out.buffer);
  for (let i = 0, j = 0; i < count; i++, j += 3)
    words[i] = 0xff000000 | (rgb[j + 2]! << 16) | (rgb[j + 1]! << 8) | rgb[j]!;
  return out;
}

/** Texels without data are seen through. */
function cut(rgba: Uint8ClampedArray<ArrayBuffer>, altitudeM: Float32Array): void {
  const words = new Uint32Array(rgba.buffer);
  for (let i = 0; i < words.length; i++) if (Number.isNaN(altitudeM[i])) words[i] = 0;
}

function tint(out: Uint8ClampedArray, i: number, colour: number, share: number): void {
  const j = i * 4, rest = 1 - share;
  out[j] = out[j]! * rest + (colour >> 16) * share;
  out[j + 1] = out[j + 1]! * rest + ((colour >> 8) & 255) * share;
  out[j + 2] = out[j + 2]! * rest + (colour & 255) * share;
}

function lay(out: Uint8ClampedArray, look: Look, surface: Surface): void {
  const { overlay, contourM } = look, width = live!.width, height = live!.height, count = width * height;
  if (overlay.kind === 'reach' && overlay.layer < surface.count) {
    const reach = live!.layer(overlay.layer, 'reach');
    for (let i = 0; i < count; i++) if (reach[i]! > 0) tint(out, i, HOT, (reach[i]! / 255) * 0.8);
  } else if (overlay.kind === 'winner') {
    const winner = live!.winner();
    if (winner !== undefined) for (let i = 0; i < count; i++) tint(out, i, palette[winner[i]! % palette.length]!, 0.75);
  } else if (overlay.kind === 'margin') {
    const plan = scree.plan(need(), surface, gridded(viewed!));
    try {
      const margin = plan.margin(0, plan.height, job);
      for (let i = 0; i < count; i++) tint(out, i, HOT, (1 - margin[i]! / 255) * 0.85);
    } finally {
      plan.free();
    }
  }
  if (overlay.kind !== 'slope' && contourM <= 0) return;
  ground ??= groundOf(gridded(viewed!)); // NaN where nothing is seen in the end
  if (overlay.kind === 'slope') {
    for (let i = 0; i < count; i++) {
      const degrees = (Math.atan(ground.slope[i]!) * 180) / Math.PI;
      tint(out, i, STEEP[Math.min(Math.floor(degrees / STEEP_DEGREES), STEEP.length - 1)]!, 0.7);
    }
  }
  if (contourM > 0) {
    const { altitudeM } = ground, step = (i: number) => Math.floor(altitudeM[i]! / contourM);
    for (let y = 0; y + 1 < height; y++)
      for (let x = 0; x + 1 < width; x++) {
        const i = y * width + x, at = step(i), next = Math.max(step(i + 1), step(i + width)), least = Math.min(step(i + 1), step(i + width));
        if ((next === at && least === at) || Number.isNaN(at + next)) continue;
        tint(out, i, 0x101010, Math.max(next, at) % 5 === 0 ? 0.75 : 0.4);
      }
  }
}

/** The rest is given to each bin's neighbour so that bins are counts. */
function countInto(bins: number[], at: Uint8Array, weight: Uint8Array | undefined): void {
  for (let i = 0; i < at.length; i++) if (at[i]! < BINS) bins[at[i]!]! += weight === undefined ? 255 : weight[i]!;
}

function openSmall(): NonNullable<typeof small> {
  if (small !== undefined) return small;
  const size = { ...sized(SMALL_SIDE), grid: 'spread' as const }, { altitudeM, slope } = groundOf(size);
  const [low, high] = info!.altitudeM, steepest = Math.atan(info!.slope[1]);
  const bin = (share: number) => (Number.isNaN(share) ? BINS : Math.min(BINS - 1, Math.max(0, Math.floor(share * BINS))));
  const altitude = Uint8Array.from(altitudeM, (h) => bin(high > low ? (h - low) / (high - low) : 0 * h));
  const steepness = Uint8Array.from(slope, (g) => bin(steepest > 0 ? Math.atan(g) / steepest : 0 * g));
  const spread: Spread = { altitude: new Array<number>(BINS).fill(0), slope: new Array<number>(BINS).fill(0) };
  countInto(spread.altitude, altitude, undefined);
  countInto(spread.slope, steepness, undefined);
  small = { live: scree.live(need(), size), altitude, slope: steepness, spread };
  return small;
}

function lacksPoints(): boolean {
  for (let row = 0; row < info!.pointsY; row++) if (need().heights(row, 1).some(Number.isNaN)) return true;
  return false;
}

function forget(): void {
  live?.free();
  fine?.plan.free();
  small?.live.free();
  if (terrain !== raw) raw?.free();
  terrain?.free();
  live = fine = small = terrain = raw = viewed = ground = undefined;
}

const calls: Calls = {
  start(module) {
    scree = instantiate(module);
    const all = scree.fields(), isWhole = (field: string) => all.some((other) => other.startsWith(`${field}.`)); // "position.min"
    own = all.filter((field) => !PLAIN.test(field) && !isWhole(field));
    return scree.version;
  },
  terrain(bytes, options, given = {}) {
    const messages: string[] = [], { roads } = given, isGraded = roads !== undefined && options.noGrade !== true;
    const listening = { ...job, message: ({ severity, text }: Message) => { if (severity === 'warning') messages.push(text); } };
    const read = scree.terrain(bytes, roads === undefined || isGraded ? options : { ...options, roads: roads.bytes }, listening);
    let made: { terrain: Terrain; report: unknown } | undefined;
    try {
      if (isGraded) made = scree.grade(read, { roads: roads.bytes }, listening);
    } catch (thrown) {
      read.free();
      throw thrown;
    }
    forget();
    raw = read;
    terrain = made?.terrain ?? read;
    beside = given;
    info = terrain.describe(job);
    holed = options.keepMissing === true && lacksPoints();
    return { info, messages, graded: made?.report as Graded | undefined };
  },
  heights: () => new Uint8Array(need().heights(0, info!.pointsY).buffer),
  isSurface: (head) => scree.isSurface(head),
  open(bytes, name) {
    const warnings: string[] = [];
    const surface = scree.surface(bytes, { name, terrain },
      { message: ({ severity, text }) => { if (severity === 'warning') warnings.push(text); } });
    try {
      return describe(surface, warnings);
    } finally {
      surface.free();
    }
  },
  edit(files, edits) {
    const warnings: string[] = [];
    if (edits[0]?.do === 'text') {
      const bytes = within(files, (surface) => (surface.form === 'text' ? files.bytes : surface.write('text')), { masked: false });
      return calls.edit({ ...files, bytes }, edits.slice(1));
    }
    return within(files, (surface) => {
      let layer: number | undefined;
      for (const edit of edits)
        switch (edit.do) {
          case 'set': surface.set(edit.layer, edit.field, edit.value, terrain); layer = edit.layer; break;
          case 'add': layer = surface.add(edit.parent, edit.place, edit.name); break;
          case 'remove': surface.remove(edit.layer); layer = undefined; break;
          case 'move': layer = surface.move(edit.layer, edit.parent, edit.place); break;
          case 'duplicate': layer = surface.duplicate(edit.layer); break;
          case 'reroll': surface.reroll(BigInt(edit.seed)); break;
          case 'text': break; // it comes first
        }
      return { doc: describe(surface, warnings), layer };
    }, { warnings, masked: false });
  },
  write: (files, form) => within(files, (surface) => surface.write(form), { masked: false }),
  fields: () => own,
  mask(files, layer, width, height) {
    return within(files, (surface) => {
      const bare = scree.surface(scree.newSurface('ground').write('text'));
      let plan: Plan | undefined;
      try {
        bare.add(0, 0, 'mask');
        for (const [field, value] of [['fractal_noise', '0'], ['coverage', '1']] as const) bare.set(1, field, value);
        for (const field of own) if (groupOf(field) === 'mask') bare.set(1, field, surface.value(layer, field), terrain);
        lend(bare, [...pictures.values()]);
        plan = scree.plan(need(), bare, { width, height });
        return plan.planes('reach8', 0, height, job)[1]!;
      } finally {
        plan?.free();
        bare.free();
      }
    }, { masked: false });
  },
  styles: () => scree.styles(),
  bare() {
    const surface = scree.newSurface('Ground');
    try {
      return describe(surface, []);
    } finally {
      surface.free();
    }
  },
  style(name, seed) {
    const { cover, roads } = beside, land = { ...(cover && { cover: cover.bytes }), ...(roads && { coverAreas: roads.bytes }) };
    const { text, report, masks } = scree.newStyle((need(), raw!), { style: name, seed: BigInt(seed), ...land, mapFile: `${name}.srf.json` }, job);
    const doc = calls.open(text, `${name}.srf.json`);
    // The program keeps layers that have no place here, with coverage 0 and a word; a page shows what is.
    const idle = doc.layers.filter(({ index, coverage }) => index > 0 && coverage === 0).map(({ index }) => index).reverse();
    return { masks, report: report as Styled['report'], doc: idle.length === 0 ? doc : calls.edit(doc, idle.map((layer) => ({ do: 'remove', layer }))).doc };
  },
  view(options) {
    live?.free();
    fine?.plan.free();
    live = ground = fine = undefined;
    viewed = options;
    const grid = gridded(options);
    southFirst = grid.grid === 'spread';
    live = scree.live(need(), grid);
  },
  show(files, hidden, look): Strip {
    return within(files, (surface) => {
      live!.update(hide(surface, hidden), job);
      const rgba = toRgba(live!.picture());
      lay(rgba, look, surface);
      if (holed) cut(rgba, (ground ??= groundOf(gridded(viewed!))).altitudeM);
      const strip = { width: live!.width, height: live!.height, rgba };
      if (southFirst) flip(strip);
      return strip;
    });
  },
  refine(files, hidden, firstRow, rows): Strip {
    const { bytes } = files, key = [...hidden, '', ...files.masks.map(({ id }) => id)].join();
    if (fine !== undefined && fine.key === key && equal(fine.bytes, bytes)) take(files.masks);
    else {
      fine?.plan.free();
      fine = undefined;
      fine = { plan: within(files, (surface) => scree.plan(need(), hide(surface, hidden), { ...viewed!, grid: 'cells' })), bytes, key };
    }
    const rgba = toRgba(fine.plan.picture(firstRow, rows, job));
    if (holed) cut(rgba, fine.plan.ground(firstRow, rows, job).altitudeM);
    return { width: fine.plan.width, height: rows, rgba };
  },
  stats(files, hidden, layer) {
    return within(files, (surface) => {
      const { live: whole, altitude, slope, spread } = openSmall(), texels = spread.altitude.reduce((sum, bin) => sum + bin, 0) / 255;
      whole.update(hide(surface, hidden), job);
      let chosen: Spread | undefined;
      const shares = whole.weights().map((weight, i) => {
        let sum = 0;
        for (let k = 0; k < weight.length; k++) sum += weight[k]!;
        if (i === layer) {
          chosen = { altitude: new Array<number>(BINS).fill(0), slope: new Array<number>(BINS).fill(0) };
          countInto(chosen.altitude, altitude, weight);
          countInto(chosen.slope, slope, weight);
        }
        return sum / (255 * texels);
      });
      return { shares, groundShare: texels / altitude.length, ground: spread, layer: chosen, altitudeM: info!.altitudeM, slope: info!.slope };
    });
  },
  lint: (files) => within(files, (surface) => scree.lint(surface, terrain, {}, job)),
  probe: (files, xM, yM) => within(files, (surface) =>
    (scree.probe(need(), surface, [{ xM, yM }]) as { points: [ReturnType<Calls['probe']>] }).points[0]),
  ground(xM, yM) {
    const { pointsX, pointsY, extentM } = info!;
    if (xM < 0 || yM < 0 || xM >= extentM[0] || yM >= extentM[1]) return undefined;
    const width = pointsX - 1, height = pointsY - 1;
    const { altitudeM, slope } = groundOf({ width, height, columns: 1, rows: 1,
      column: Math.min(width - 1, Math.floor((xM / extentM[0]) * width)), row: Math.min(height - 1, Math.floor((yM / extentM[1]) * height)) });
    return { altitudeM: altitudeM[0]!, slope: slope[0]! }; // NaN: there is no ground
  },
  range(x0M, y0M, x1M, y1M) {
    const { extentM } = info!, { width, height } = sized(2048);
    const column = (x: number) => Math.min(width - 1, Math.max(0, Math.floor((x / extentM[0]) * width)));
    const row = (y: number) => Math.min(height - 1, Math.max(0, Math.floor((y / extentM[1]) * height)));
    const left = column(Math.min(x0M, x1M)), top = row(Math.min(y0M, y1M));
    const { altitudeM, slope } = groundOf({ width, height, column: left, row: top,
      columns: column(Math.max(x0M, x1M)) - left + 1, rows: row(Math.max(y0M, y1M)) - top + 1 });
    const ends = (values: Float32Array): [number, number] => {
      let low = Infinity, high = -Infinity;
      for (const value of values) {
        if (value < low) low = value;
        if (value > high) high = value;
      }
      return [low, high];
    };
    if (altitudeM.every(Number.isNaN)) return undefined;
    return { altitudeM: ends(altitudeM), slope: ends(slope) };
  },
  thumbnail: (files, side) => within(files, (surface) => picture(surface, 'lit', side)),
  flat: (files, hidden, side) => within(files, (surface) => picture(hide(surface, hidden), 'flat', side)),
  roads(side) {
    const bare = scree.newSurface('ground');
    try {
      const made = picture(bare, 'flat', side), words = new Uint32Array(made.rgba.buffer), counts = new Map<number, number>();
      for (let i = 0; i < words.length; i += 61) counts.set(words[i]!, (counts.get(words[i]!) ?? 0) + 1);
      const [ground] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a));
      for (let i = 0; i < words.length; i++) if (words[i] === ground) words[i] = 0;
      return made;
    } finally {
      bare.free();
    }
  },
  relief(side) {
    const { pointsX, pointsY } = info!, most = Math.max(pointsX, pointsY), shrink = Math.min(1, side / most);
    const columns = Math.max(2, Math.round(pointsX * shrink)), rows = Math.max(2, Math.round(pointsY * shrink));
    const heights = new Float32Array(columns * rows);
    for (let j = 0; j < rows; j++) {
      const line = need().heights(Math.round((j * (pointsY - 1)) / (rows - 1)), 1);
      for (let i = 0; i < columns; i++) heights[j * columns + i] = line[Math.round((i * (pointsX - 1)) / (columns - 1))]!;
    }
    return { columns, rows, heights };
  },
};

function picture(surface: Surface, kind: 'lit' | 'flat', side: number): Picture {
  const { width, height, rgb } = scree.preview(need(), surface, { kind, ...sized(side) }, job);
  const rgba = toRgba(rgb);
  if (holed) cut(rgba, groundOf({ ...sized(side), grid: 'cells' }).altitudeM);
  return { width, height, rgba };
}

const scope = globalThis as unknown as {
  postMessage(value: Answer, transfer?: Transferable[]): void;
  onmessage: (event: { data: Request }) => void;
};
const handle = serve(calls, (next) => { job = next; }, (answer, transfer) => scope.postMessage(answer, transfer), { pauseMs: 100,
  moved: (result) => {
    const pixels = (result as { rgba?: Uint8ClampedArray<ArrayBuffer> } | undefined)?.rgba;
    return pixels === undefined ? [] : [pixels.buffer];
  } });
scope.onmessage = ({ data }) => handle(data);
