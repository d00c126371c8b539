/** What the page and its workers say to each other. */
import type { Finding, Layer as PlainLayer, LiveOptions, StyleInfo, SurfaceForm, TerrainInfo, TerrainOptions } from '../../wasm/src/index';
export type { Finding, Limit, StyleInfo, SurfaceForm, TerrainInfo, TerrainOptions } from '../../wasm/src/index';

/** The picture of a mask as its file, under the name that layers have for it. No other has its id. */
export interface Mask { file: string; id: number; bytes: Uint8Array }
/** A map in the form that holds all of it, and the pictures beside it. */
export interface Files { bytes: Uint8Array; masks: readonly Mask[] }
/** own: what the text form alone can say, as people write it, by field: "mask.file", "aspect.toward". */
export interface Layer extends PlainLayer { own: { [field: string]: string } }
/** A surface map as it is at one moment: the bytes of its file, and what the library reads in them. */
export interface Doc extends Files {
  form: SurfaceForm;
  layers: Layer[];
  warnings: string[];
}

/** A change of a map. A field and its value are what `scree set` takes. */
export type Edit =
  | { do: 'set'; layer: number; field: string; value: string }
  | { do: 'add'; parent: number; place: number; name: string }
  | { do: 'remove'; layer: number }
  | { do: 'move'; layer: number; parent: number; place: number }
  | { do: 'duplicate'; layer: number }
  | { do: 'reroll'; seed: number }
  /** A form that can say everything. */
  | { do: 'text' };
/** layer: the number that the edited layer has now. */
export interface Edited { doc: Doc; layer: number | undefined }

/** What is laid over the picture. */
export type Overlay =
  | { kind: 'none' } | { kind: 'winner' } | { kind: 'margin' } | { kind: 'slope' }
  | { kind: 'reach'; layer: number };
export interface Look {
  overlay: Overlay;
  /** Metres between contour lines; 0: none. */
  contourM: number;
}
/** Rows of a view, 4 bytes a texel. */
export interface Strip { width: number; height: number; rgba: Uint8ClampedArray<ArrayBuffer> }
/** The part of the whole, in texels from the north-west, that is shown. */
export type ViewOptions = Pick<LiveOptions, 'relief'> & { width: number; height: number; column: number; row: number; columns: number; rows: number };

/** Colours that tell layers apart, of the overlay of winners and of the list of layers beside it. */
export const palette = [0x4e79a7, 0xf28e2b, 0x59a14f, 0xe15759, 0x76b7b2, 0xedc948, 0xb07aa1, 0xff9da7, 0x9c755f, 0xbab0ac,
  0x1f3b73, 0x8c4a00, 0x1f6b2a, 0x8b1a1a, 0x1d6f6a, 0x8f7a00, 0x5b2a86, 0xd6006e, 0x4a3524, 0x5c5c5c];
/** The overlay of one thing. */
export const HOT = 0xff2d8a;
/** Slopes of so many degrees each; the last one and all above. */
export const STEEP = [0x2c7bb6, 0xabd9e9, 0xffffbf, 0xfdae61, 0xd7191c], STEEP_DEGREES = 12;

export const BINS = 96;
/** How the ground and the layers are spread over altitudes and slopes, each from 0 to 1 of its range. */
export interface Spread { altitude: number[]; slope: number[] }
export interface Stats {
  /** Of the ground: what is seen of each layer. */
  shares: number[];
  /** Of the terrain's area: what is ground, and not without data. */
  groundShare: number;
  ground: Spread;
  /** What is seen of the layer that was asked for, on the scale of `ground`. */
  layer: Spread | undefined;
  /** The altitudes and the gradients at the ends of the histograms. */
  altitudeM: [number, number];
  slope: [number, number];
}

export interface ProbeLayer {
  index: number; path: string; coverage: number;
  altitude_min: number | null; altitude_max: number | null; slope_min: number | null; slope_max: number | null;
  noise: number; own: number; parent: number; reach: number; weight: number; why: string;
}
export interface ProbeChange {
  layer: number; path: string; field: string; unit: string; from: number; to: number; written: number; winner: string;
}
/** One point of the document "scree-probe-1". */
export interface Probe {
  /** There is no ground, and nothing else is known. */
  no_data?: true;
  texel: [number, number]; altitude_m: number; altitude_tu: number; slope_degrees: number; slope_gradient: number;
  winner: { material: string; weight: number }; layers: ProbeLayer[]; changes: ProbeChange[];
}

/** Heights for three dimensions: metres, row 0 north, `columns` x `rows` points evenly from edge to edge. */
export interface Relief { columns: number; rows: number; heights: Float32Array }
/** A file beside a terrain. */
export interface Named { name: string; bytes: Uint8Array }
/** roads: lines, or an extract of OpenStreetMap; cover: a map of land cover. */
export interface Beside { roads?: Named; cover?: Named }
/** The part of the document "scree-graded-1" that is shown. Places are metres from the south-west corner. */
export interface Worst { value: number; at: [number, number] }
interface Driven { grade: { p90: number; max: Worst }; cross_fall: { p90: number; max: Worst } }
export interface Graded {
  classes: { class: string; roads: number; length_m: number; greatest_grade: number; within_grade_m: number; before: Driven; after: Driven }[];
  cut_m3: number; fill_m3: number; deepest_cut_m: Worst; highest_fill_m: Worst; bridges_and_tunnels_m: number;
  worst_places: { road: string; class: string; grade: number; length_m: number; at: [number, number] }[];
}
/** messages: what was tolerated and concluded, as warnings of the library. graded: of roads that the ground was changed for. */
export interface Opened { info: TerrainInfo; messages: string[]; graded: Graded | undefined }
export interface Picture { width: number; height: number; rgba: Uint8ClampedArray<ArrayBuffer> }

/** report: the document "scree-style-1". */
export interface Styled { doc: Doc; masks: Map<string, Uint8Array>; report: { water: { altitude_m: number } | null } }

/** What a worker does: see worker.ts. */
export interface Calls {
  start(module: WebAssembly.Module): string;
  terrain(bytes: Uint8Array, options: TerrainOptions, beside?: Beside): Opened;
  /** Of all points, as a file of floats. */
  heights(): Uint8Array;
  isSurface(head: Uint8Array): boolean;
  open(bytes: Uint8Array, name: string): Doc;
  edit(files: Files, edits: Edit[]): Edited;
  write(files: Files, form: SurfaceForm): Uint8Array;
  /** What layers can have beside altitude and slope, and only text can say. */
  fields(): string[];
  /** What a layer's mask has on a grid over the terrain, as greys. */
  mask(files: Files, layer: number, width: number, height: number): Uint8Array;
  styles(): StyleInfo[];
  /** A map of a root alone. */
  bare(): Doc;
  style(name: string, seed: number): Styled;
  view(options: ViewOptions): void;
  show(files: Files, hidden: number[], look: Look): Strip;
  refine(files: Files, hidden: number[], firstRow: number, rows: number): Strip;
  stats(files: Files, hidden: number[], layer: number): Stats;
  lint(files: Files): Finding[];
  probe(files: Files, xM: number, yM: number): Probe;
  ground(xM: number, yM: number): { altitudeM: number; slope: number } | undefined;
  thumbnail(files: Files, side: number): Picture;
  flat(files: Files, hidden: number[], side: number): Picture;
  /** The roads of the terrain, seen through where there are none. */
  roads(side: number): Picture;
  relief(side: number): Relief;
  range(x0M: number, y0M: number, x1M: number, y1M: number): { altitudeM: [number, number]; slope: [number, number] } | undefined;
}
