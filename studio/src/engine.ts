/**
 * The library as the page uses it: workers that share the rows of the map, one that edits and explains,
 * and one for what takes long. The picture comes as strips, first a sample a texel, then refined.
 */
import { share } from '../../wasm/src/asking';
import type { WorkerLike } from '../../wasm/src/asking';
import { ScreeError } from '../../wasm/src/instance';
import type { Beside, Calls, Doc, Edit, Edited, Look, Mask, Opened, Strip, TerrainOptions, ViewOptions } from './model';
import { Hand } from './pool';

/** What is to be seen. `key` of a picture that is shown tells which one it is. */
export interface Scene { view: ViewOptions; doc: Doc; hidden: number[]; look: Look; key: number }
/** A strip of the picture to put at `row` of the view. */
export interface Shown { scene: Scene; row: number; strip: Strip; fine: boolean; last: boolean }

/** Samples of a band that is refined at a time, so that a new picture never waits long. */
const BAND_SAMPLES = 120000;
/** Refining more than this would take seconds that nobody waits for. */
const MOST_SAMPLES = 3e7;

export class Engine {
  /** Called with each strip. */
  onShown: (shown: Shown) => void = () => undefined;
  /** Called after each picture, before it is refined. */
  onDrawn: () => void = () => undefined;
  onRefused: (refusal: unknown) => void = () => undefined;
  onRestarted: () => void = () => undefined;
  private readonly rows: Hand[];
  private readonly editor: Hand;
  private readonly slow: Hand;
  private points: [number, number] = [0, 0];
  /** The terrain with its waters and roads, where workers that show rows have heights alone. */
  private full: Parameters<Calls['terrain']> | undefined;
  private wanted: Scene | undefined;
  private running = false;
  private quickly = false;
  private viewed: ViewOptions | undefined;
  /** What the worker for what takes long has as its view. */
  private behindView: ViewOptions | undefined;
  /** Ends the pause before rows are refined. */
  private wake: () => void = () => undefined;

  private constructor(make: () => WorkerLike, count: number) {
    const hand = () => new Hand(make, () => this.onRestarted());
    this.rows = Array.from({ length: count }, hand);
    this.editor = hand();
    this.slow = hand();
  }
  static async start(module: WebAssembly.Module, make: () => WorkerLike, count: number): Promise<Engine> {
    const engine = new Engine(make, count);
    await Promise.all(engine.all.map((hand) => hand.ask('start', [module])));
    return engine;
  }
  private get all(): Hand[] { return [...this.rows, this.editor, this.slow]; }

  /** Reads it in the worker that edits; a refusal leaves the terrain before in it. */
  read(bytes: Uint8Array, options: TerrainOptions, beside: Beside, progress?: (done: number) => void): Promise<Opened> {
    return this.editor.ask('terrain', [bytes, options, beside], progress);
  }
  /** What was read is the terrain of all workers. Those that show rows get the heights of ground that took long to make. */
  async take(bytes: Uint8Array, options: TerrainOptions, beside: Beside, { info, graded }: Opened): Promise<void> {
    const [across, down, up] = info.cellM, full: Parameters<Calls['terrain']> = [bytes, options, beside];
    const isMade = (graded !== undefined || options.boxM !== undefined) && across === down && across === up && options.keepMissing !== true;
    const rows: Parameters<Calls['terrain']> = isMade
      ? [await this.editor.ask('heights', []), { raw: 'f32', rawWidth: info.pointsX, rawHeight: info.pointsY, cellM: across, heightRangeM: [0, 1] }] : full;
    this.wanted = undefined;
    this.viewed = this.behindView = undefined;
    this.full = isMade ? full : undefined;
    for (const hand of this.rows) void hand.ask('terrain', rows).catch((e) => this.onRefused(e));
    void this.slow.ask('terrain', full).catch((e) => this.onRefused(e));
    this.points = [info.pointsX, info.pointsY];
  }
  async open(bytes: Uint8Array, name: string, masks: readonly Mask[] = []): Promise<Doc> {
    return { ...(await this.editor.ask('open', [bytes, name])), masks };
  }
  async edit(doc: Doc, edits: Edit[]): Promise<Edited> {
    const { doc: made, layer } = await this.editor.ask('edit', [doc, edits]);
    return { doc: { ...made, masks: doc.masks }, layer };
  }
  /** Any call of the worker that edits, which is never busy for long. */
  ask<K extends keyof Calls>(call: K, ...args: Parameters<Calls[K]>): Promise<ReturnType<Calls[K]>> {
    return this.editor.ask(call, args);
  }
  /** Any call of the worker for what takes long. */
  later<K extends keyof Calls>(call: K, ...args: Parameters<Calls[K]>): Promise<ReturnType<Calls[K]>> {
    return this.slow.ask(call, args);
  }
  /** Ends what the worker that edits and opens is doing; it is refused as cancelled. */
  cancel(): void { this.editor.cancel(); }
  get idle(): boolean { return !this.running; }
  /** Whether a picture is on its way, other than a finer one of what is shown. */
  get drawing(): boolean { return this.quickly || this.wanted !== undefined; }

  /** Shows a scene as soon as can be; scenes that wait give way to the last. */
  show(scene: Scene): void {
    this.wanted = scene;
    this.wake();
    if (!this.running) void this.drain();
  }
  private async drain(): Promise<void> {
    this.running = true;
    try {
      for (let scene; (scene = this.wanted) !== undefined;) {
        this.wanted = undefined;
        try {
          this.quickly = true;
          await this.quick(scene).finally(() => {
            this.quickly = false;
            this.onDrawn();
          });
          if (this.wanted === undefined) await this.refine(scene);
        } catch (refusal) {
          if (this.full !== undefined && /is near to (water|roads)/.test(String(refusal))) {
            for (const hand of this.rows) void hand.ask('terrain', this.full).catch((e) => this.onRefused(e));
            this.full = this.viewed = undefined;
            this.wanted ??= scene;
          } else if (!(refusal instanceof ScreeError && refusal.code === 'cancelled')) this.onRefused(refusal);
        }
      }
    } finally {
      this.running = false;
    }
  }
  /** The rows of the view that worker i has. */
  private part(view: ViewOptions, i: number): { row: number; rows: number } {
    return share(view.rows, this.rows.length, i);
  }
  private async quick(scene: Scene): Promise<void> {
    const { view, doc, hidden, look } = scene, anew = this.viewed !== view;
    this.viewed = view;
    const strips = await Promise.all(this.rows.map(async (hand, i) => {
      const { row, rows } = this.part(view, i);
      if (rows === 0) return undefined;
      if (anew) void hand.ask('view', [{ ...view, row: view.row + row, rows }]).catch((e) => this.onRefused(e));
      return { row, strip: await hand.ask('show', [doc, hidden, look]) };
    }));
    const fine = view.width >= this.points[0] - 1 && view.height >= this.points[1] - 1;
    const shown = strips.filter((one) => one !== undefined);
    shown.forEach((one, i) => this.onShown({ scene, ...one, fine, last: i === shown.length - 1 }));
  }
  /** The rows that are refined at a time; 0 where nothing is. */
  private bandOf({ view, look }: Scene): number {
    const samples = Math.ceil((this.points[0] - 1) / view.width) * Math.ceil((this.points[1] - 1) / view.height);
    if (samples <= 1 || look.overlay.kind !== 'none' || look.contourM > 0 || samples * view.columns * view.rows > MOST_SAMPLES) return 0;
    return Math.max(1, Math.floor(BAND_SAMPLES / (samples * view.columns)));
  }
  /** The same picture of another map, by the worker for what takes long, while it is wanted. */
  async behind(scene: Scene, wanted: () => boolean, put: (row: number, strip: Strip) => void): Promise<void> {
    const { view, doc, hidden, look } = scene, band = this.bandOf(scene);
    if (this.behindView !== view) void this.slow.ask('view', [view]).catch((e) => this.onRefused(e));
    this.behindView = view;
    const strip = await this.slow.ask('show', [doc, hidden, look]);
    if (wanted()) put(0, strip);
    for (let first = 0; band > 0 && first < view.rows && wanted(); first += band) {
      const fine = await this.slow.ask('refine', [doc, hidden, first, Math.min(band, view.rows - first)]);
      if (wanted()) put(first, fine);
    }
  }
  /** Texels become the means of all that they cover, band by band until something else is wanted. */
  private async refine(scene: Scene): Promise<void> {
    const { view, doc, hidden } = scene, band = this.bandOf(scene);
    if (band === 0) return;
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      setTimeout(resolve, 150);
    });
    await Promise.all(this.rows.map(async (hand, i) => {
      const { row, rows } = this.part(view, i);
      for (let first = 0; first < rows && this.wanted === undefined; first += band) {
        const strip = await hand.ask('refine', [doc, hidden, first, Math.min(band, rows - first)]);
        if (this.wanted === undefined) this.onShown({ scene, row: row + first, strip, fine: true, last: first + band >= rows });
      }
    }));
  }
}
