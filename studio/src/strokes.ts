/** Strokes on the map: each changes the picture of a layer's mask, and is one step of the work. */
import { batch, computed, signal } from '@preact/signals';
import { decode, encode, filled, sizeOf, Stroke } from './brush';
import type { Brush, Raster } from './brush';
import type { Doc, Edit, Layer } from './model';
import { doc, engine, ground, inStroke, layer, newMask, paint, pickNothing, refuse, say, touched } from './store';
import { t } from './text';

export type Way = 'add' | 'take';
/** Whether the mouse paints. */
export const painting = signal(false);
export const way = signal<Way>('add');
export const softness = signal(0.5);
const chosenM = signal<number | undefined>(undefined);
const longerM = () => Math.max(...(ground.value?.info.extentM ?? [1000]));
/** Across the brush; at first a twelfth of the terrain. */
export const sizeM = computed(() => chosenM.value ?? longerM() / 12);
/** The bounds of its size. */
export const sizesM = computed((): [number, number] => [longerM() / 500, longerM()]);
export function setSize(metres: number): void {
  chosenM.value = Math.min(sizesM.value[1], Math.max(sizesM.value[0], metres));
}
export function togglePainting(): void {
  painting.value = !painting.value;
  if (painting.value) pickNothing();
}
export const toggleWay = (): void => { way.value = way.value === 'add' ? 'take' : 'add'; };

/** What a layer's mask is called by the layer, while it is on. */
export const maskOf = (one: Layer | undefined): string | undefined => (one?.own['mask.on'] === 'on' ? one.own['mask.file'] : undefined);

/** The map and the picture that a stroke is painted in. */
interface Ready { map: Doc; file: string; raster: Raster; inverted: boolean }
const rasters = new WeakMap<Uint8Array, Raster>();
function rasterOf(bytes: Uint8Array): Raster | undefined {
  const known = rasters.get(bytes) ?? decode(bytes);
  if (known !== undefined) rasters.set(bytes, known);
  return known;
}
/** A name that no picture of the map has, after the layer. */
function nameFor({ name }: Layer, map: Doc): string {
  const base = name.normalize('NFKD').replace(/[^A-Za-z0-9]+/g, '-').replace(/^-+|-+$/g, '').toLowerCase() || 'mask';
  const taken = new Set([...map.masks.map(({ file }) => file), ...map.layers.map(({ own }) => own['mask.file'])]);
  for (let i = 1; ; i++) {
    const file = `${base}${i > 1 ? `-${i}` : ''}.png`;
    if (!taken.has(file)) return file;
  }
}
/** Gets a layer ready to be painted: a picture of greys of its own. One that it shares with another layer, or of
 *  another kind, is copied; without one, adding begins with nothing of the layer and taking away with all. */
async function ready(map: Doc, one: Layer, which: Way): Promise<Ready> {
  const file = maskOf(one), shared = map.layers.some((other) => other.index !== one.index && maskOf(other) === file);
  const there = file === undefined || shared || one.own['mask.classes'] ? undefined : map.masks.find((mask) => mask.file === file);
  const raster = there === undefined ? undefined : rasterOf(there.bytes);
  if (file !== undefined && raster !== undefined) return { map, file, raster, inverted: one.own['mask.invert'] === 'on' };
  const info = ground.value!.info, size = sizeOf(info.pointsX - 1, info.pointsY - 1), made = nameFor(one, map);
  const begun = file === undefined ? filled(size, which === 'add' ? 0 : 255) : { ...size, pixels: await engine.value!.ask('mask', map, one.index, size.width, size.height) };
  const set = (field: string, value: string): Edit[] => (one.own[field] === value ? [] : [{ do: 'set', layer: one.index, field, value }]);
  const rest = file === undefined ? [] : [...set('mask.invert', 'off'), ...(one.own['mask.classes'] ? set('mask.classes', '') : []), ...(/^0\b/.test(one.own['mask.feather'] ?? '0') ? [] : set('mask.feather', '0tu'))];
  const { doc: next } = await engine.value!.edit(map, [{ do: 'text' }, ...set('mask.file', made), ...rest, ...set('mask.on', 'on')]);
  return { map: { ...next, masks: [...map.masks, newMask(made, encode(begun))] }, file: made, raster: begun, inverted: false };
}
const replaced = ({ map, file }: Ready, raster: Raster): Doc => {
  const bytes = encode(raster);
  return { ...map, masks: map.masks.map((mask) => (mask.file === file ? newMask(file, bytes) : mask)) };
};

/** A stroke while the hand makes it. Places are metres from the north-west. */
interface Drawn { layer: number; way: Way; brush: Brush; places: [number, number][]; ended: boolean; dropped: boolean; wake: () => void }
const drawn: Drawn[] = [];
let busy = false;

export function begin(xM: number, yM: number, other: boolean): void {
  const one = layer.value;
  if (one === undefined || ground.value === undefined) return;
  if (one.index === 0) return say(t('paintRoot'));
  const opposite = way.value === 'add' ? 'take' as const : 'add' as const;
  drawn.push({ layer: one.index, way: other ? opposite : way.value, brush: { sizeM: sizeM.value, softness: softness.value }, places: [[xM, yM]], ended: false, dropped: false, wake: () => undefined });
  if (!busy) void drain();
}
const current = (): Drawn | undefined => drawn.at(-1);
export function move(xM: number, yM: number): void {
  const one = current();
  if (one === undefined || one.ended) return;
  one.places.push([xM, yM]);
  one.wake();
}
export function end(drop = false): void {
  const one = current();
  if (one === undefined || one.ended) return;
  one.ended = true;
  one.dropped ||= drop;
  one.wake();
}

/** A stroke after the other: the next one may have begun before this one is a step. */
async function drain(): Promise<void> {
  busy = true;
  for (let one; (one = drawn[0]) !== undefined;) {
    try {
      await run(one);
    } catch (thrown) {
      refuse(thrown);
    }
    inStroke.value = undefined;
    drawn.shift();
  }
  busy = false;
}
async function run(one: Drawn): Promise<void> {
  const map = doc.value, target = map?.layers[one.layer];
  if (map === undefined || target === undefined) return;
  const on = await ready(map, target, one.way);
  const stroke = new Stroke(on.raster, ground.value!.info.extentM, (one.way === 'add') === on.inverted ? 0 : 255, one.brush);
  let done = 0, shown = 0, seen: Doc | undefined;
  for (;;) {
    const was = done;
    for (; done < one.places.length; done++) stroke.line(...one.places[Math.max(0, done - 1)]!, ...one.places[done]!);
    if (doc.value !== map || one.dropped) return; // what was undone or opened meanwhile counts
    if (one.ended) break;
    if (done > was) {
      touched();
      inStroke.value = seen = replaced(on, stroke.raster);
      shown = done;
    }
    await new Promise<void>((resolve) => {
      one.wake = resolve;
      if (one.ended || one.places.length > done) resolve();
    });
    await new Promise(requestAnimationFrame);
    while (!one.ended && engine.value?.drawing) await new Promise(requestAnimationFrame);
  }
  if (!stroke.changed && on.map === map) return;
  touched();
  const next = seen !== undefined && shown === done ? seen : replaced(on, stroke.raster);
  rasters.set(next.masks.find(({ file }) => file === on.file)!.bytes, stroke.raster);
  batch(() => {
    inStroke.value = undefined;
    paint(next, [one.way === 'add' ? 'doPaint' : 'doUnpaint', target.name]);
  });
}
