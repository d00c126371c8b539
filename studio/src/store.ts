/**
 * The state of the studio, and everything that can be done to it. The state of the work is the text of the
 * surface map: undo keeps texts. What is shown follows from it.
 */
import { batch, computed, effect, signal } from '@preact/signals';
import { unzipSync } from 'fflate';
import { ScreeError } from '../../wasm/src/instance';
import { Engine } from './engine';
import type { Scene, Shown } from './engine';
import type { Beside, Doc, Edit, Finding, Graded, Layer, Look, Mask, Overlay, Picture, Probe, Stats, Styled, StyleInfo, TerrainInfo, TerrainOptions, ViewOptions } from './model';
import { levelOf } from './level';
import { mends } from './mend';
import { forget, keep, kept, recents } from './kept';
import type { Recent } from './kept';
import { fromLink, toLink, zipped } from './parts';
import { isClasses, isRoads, optionsOf } from './place';
import type { Box } from './place';
import { input, inputMasks, isServed, save as saveServed, served } from './served';
import { t, tell } from './text';
import type { Key, Label, Words } from './text';

export interface Ground { id: string; name: string; bytes: Uint8Array; options: TerrainOptions; beside: Beside; info: TerrainInfo; messages: string[]; graded: Graded | undefined }
/** What a map was made by that nobody has changed since. */
export interface Style { name: string; seed: number }
/** The file that a map is of. waterM: the water that the rules were made for. home: the file of `scree studio` that the map is saved into. */
export interface Place { name: string; home: string | undefined; style?: Style | undefined; waterM?: number | undefined }
/** A moment of the map. key: changes of one slider in one go are one step. */
export interface Step extends Place { doc: Doc; label: Words; key: string; selected: number }
export interface Said { text: string; kind: 'note' | 'error'; serial: number }
/** A terrain whose file lacks numbers, which a form asks for. */
export interface Asking { name: string; bytes: Uint8Array; options: TerrainOptions; sentence: string; field: string; maps: File[]; also: Also }
/** What is opened with a terrain: files beside it, and the style of its map. */
interface Also { beside?: Beside; style?: string; /** Its square was chosen. */ placed?: boolean }
/** A terrain that a square is to be cut out of, seen from above. */
export interface Placing { name: string; bytes: Uint8Array; options: TerrainOptions; beside: Beside; info: TerrainInfo; maps: File[]; picture: Picture }

export const engine = signal<Engine | undefined>(undefined);
export const ground = signal<Ground | undefined>(undefined);
export const steps = signal<Step[]>([]);
export const at = signal(0);
export const selected = signal(0);
export const muted = signal<number[]>([]);
export const solo = signal<number | undefined>(undefined);
export const overlay = signal<Overlay['kind']>('none');
export const contourM = signal(0);
export const stats = signal<Stats | undefined>(undefined);
/** Of the map, as lint finds them. */
const linted = signal<Finding[]>([]);
/** The state that was counted, and the map that was judged. */
const counted = signal<unknown>(undefined), judged = signal<unknown>(undefined);
export const probe = signal<{ xM: number; yM: number; probe: Probe } | undefined>(undefined);
export const styles = signal<StyleInfo[]>([]);
export const said = signal<Said | undefined>(undefined);
/** A terrain that is being read: how far. */
export const opening = signal<{ name: string; done: number } | undefined>(undefined);
export const cancelOpening = (): void => engine.value?.cancel();
export const asking = signal<Asking | undefined>(undefined);
export const placing = signal<Placing | undefined>(undefined);
export const busy = signal(false);
export const mode = signal<'map' | '3d'>('map');
export const picking = signal<'altitude' | 'slope' | 'both' | undefined>(undefined);
/** The step that the picture is compared with. */
export const compared = signal<number | undefined>(undefined);
export const dialog = signal<'styles' | 'export' | 'fit' | 'keys' | 'link' | 'licences' | undefined>(undefined);
export const altitudeUnit = signal<'m' | 'tu'>('m');
export const slopeUnit = signal<'deg' | 'gradient'>('deg');
export const theme = signal<'system' | 'light' | 'dark'>('system');
export const saved = signal(0);
/** The map is for Terragen's own editor: it came as its file, or was saved as one. */
const forTerragen = signal(false);

export const step = computed(() => steps.value[at.value]);
export const doc = computed(() => step.value?.doc);
/** The map with a stroke that is being painted. */
export const inStroke = signal<Doc | undefined>(undefined);
const shownDoc = computed(() => inStroke.value ?? doc.value);
/** The altitude of the water that the style found which the map is of. */
export const waterM = computed(() => step.value?.waterM);
export const docName = computed(() => step.value?.name ?? 'map.srf.json');
/** The file that `scree studio` was started with, if the map is the one of this file. */
export const home = computed(() => step.value?.home);
export const layers = computed<Layer[]>(() => doc.value?.layers ?? []);
export const layer = computed<Layer | undefined>(() => layers.value[selected.value]);
export const canUndo = computed(() => at.value > 0);
export const canRedo = computed(() => at.value < steps.value.length - 1);
/** Of what is ground. */
export const areaHa = computed(() => (ground.value ? (ground.value.info.extentM[0] * ground.value.info.extentM[1] * (stats.value?.groundShare ?? 1)) / 1e4 : 0));
/** Layers that are not drawn: muted ones, and all that solo leaves out. The root is always drawn. */
export const hidden = computed<number[]>(() => {
  const all = layers.value, one = solo.value;
  if (one === undefined || all[one] === undefined) return muted.value;
  const above = new Set<number>();
  for (let i: number | undefined = one; i !== undefined && all[i] !== undefined; i = all[i]!.index === 0 ? undefined : all[i]!.parent) above.add(i);
  const inside = (i: number): boolean => i === one || (i > 0 && all[i] !== undefined && inside(all[i]!.parent));
  return all.filter(({ index }) => index > 0 && !above.has(index) && !inside(index)).map(({ index }) => index);
});
/** What areas are counted of. */
const counting = computed(() => ({ doc: doc.value, hidden: hidden.value, layer: selected.value }));
/** Whether the picture, the areas and the findings are those of the map as it is. */
export const isCurrent = computed(() => !busy.value && counted.value === counting.value && judged.value === doc.value);
/** What is found in the terrain and in the map. Sliders of another program's editor are no matter of a map that is not for it. */
export const findings = computed<Finding[]>(() => [
  ...(ground.value?.messages ?? []).map((text): Finding => ({ id: 'terrain', severity: 'warning', layer: undefined, path: ground.value!.name, text, advice: '' })),
  ...linted.value.filter(({ id }) => id !== 'outside-slider' || forTerragen.value || /\.(srf|tgw)$/i.test(docName.value))]);
export const look = computed<Look>(() => ({
  overlay: overlay.value === 'reach' ? { kind: 'reach', layer: selected.value } : { kind: overlay.value },
  contourM: contourM.value,
}));

// ---- what the library says ----

let saidCount = 0;
export function say(text: string, kind: Said['kind'] = 'note'): void {
  said.value = { text, kind, serial: ++saidCount };
}
const isCancelled = (thrown: unknown): boolean => thrown instanceof ScreeError && thrown.code === 'cancelled';
/** Something went well: what was refused before is history. */
function succeed(): void {
  if (said.value?.kind === 'error') said.value = undefined;
}
/** Shows why something was refused: the library's own sentence. */
export function refuse(thrown: unknown, name = ''): void {
  // Members of the library mean nothing to people.
  const text = (thrown instanceof Error ? thrown.message : String(thrown)).replace(/: give them one with fill_m$/, `; ${t('openToFill')}`)
    .replace(/^.*: mask "([^"]*)": the picture is not at hand;.*$/, (_, file: string) => t('maskLacks', file));
  say(name === '' || text.startsWith(name) ? text : t('cannotRead', name, text), 'error');
}

// ---- the picture ----

export const view = signal<ViewOptions | undefined>(undefined);
/** The map's canvas takes strips as they come. */
export const painter: { paint: (shown: Shown) => void } = { paint: () => undefined };
let sceneCount = 0;
const askedAt = new Map<number, number>();

function show(): void {
  const one = engine.value, map = shownDoc.value, shape = view.value, hide = hidden.value, how = look.value;
  if (one === undefined || map === undefined || shape === undefined || ground.value === undefined) return;
  const scene: Scene = { view: shape, doc: map, hidden: hide, look: how, key: ++sceneCount };
  askedAt.set(scene.key, changedAt || performance.now());
  changedAt = 0;
  busy.value = true;
  one.show(scene);
}
/** When the hand moved that the next picture answers. */
let changedAt = 0;
export function touched(): void {
  changedAt = changedAt || performance.now();
}

/** Something done as soon as possible, for the last state alone. */
export function latest(run: () => Promise<void>): () => void {
  let running = false, again = false;
  const go = async (): Promise<void> => {
    if (running) {
      again = true;
      return;
    }
    running = true;
    do {
      again = false;
      await run().catch((thrown: unknown) => { if (!(thrown instanceof ScreeError)) throw thrown; });
    } while (again);
    running = false;
  };
  return () => void go();
}
const count = latest(async () => {
  const one = engine.value, map = doc.value, of = counting.value;
  if (one === undefined || map === undefined || ground.value === undefined) return;
  try {
    const result = await one.later('stats', map, of.hidden, of.layer);
    if (map.layers.length === layers.value.length) stats.value = result;
  } finally {
    counted.value = of;
  }
});
/** Areas come after the picture, whose workers need the processors. */
let uncounted = false;
function countNow(): void {
  if (!uncounted) return;
  uncounted = false;
  count();
}
const judge = latest(async () => {
  const one = engine.value, map = doc.value;
  if (one === undefined || map === undefined || ground.value === undefined) return;
  try {
    const result = await one.later('lint', map);
    if (doc.value === map) linted.value = result;
  } finally {
    judged.value = map;
  }
});
const explain = latest(async () => {
  const one = engine.value, map = doc.value, place = probe.value;
  if (one === undefined || map === undefined || place === undefined) return;
  probe.value = { ...place, probe: await one.ask('probe', map, place.xM, place.yM) };
});

/** What follows from a change of the state. */
export function follow(): void {
  effect(show);
  effect(() => {
    void [counting.value, engine.value, ground.value];
    uncounted = true;
    if (engine.value?.drawing !== true) countNow();
  });
  let lintTimer = 0;
  effect(() => {
    void [doc.value, engine.value, ground.value];
    clearTimeout(lintTimer);
    lintTimer = window.setTimeout(judge, 400);
  });
  let keepTimer = 0;
  effect(() => {
    void [steps.value, at.value, ground.value];
    clearTimeout(keepTimer);
    keepTimer = window.setTimeout(() => void remember(), 500);
  });
  addEventListener('pagehide', () => void remember());
  addEventListener('beforeunload', (event) => { if (isServed && isUnsaved()) event.preventDefault(); });
  let probed: Doc | undefined;
  effect(() => {
    const map = doc.value;
    if (map === probed) return;
    probed = map;
    explain();
  });
}

export async function startEngine(started: Engine): Promise<void> {
  started.onShown = (shown) => {
    painter.paint(shown);
    if (!shown.last) return;
    const asked = askedAt.get(shown.scene.key);
    askedAt.delete(shown.scene.key);
    // What tests and bench/studio look at.
    const { dataset } = document.documentElement;
    dataset['picture'] = String(shown.scene.key);
    if (asked !== undefined) dataset['pictureMs'] = (performance.now() - asked).toFixed(1);
    busy.value = false;
  };
  started.onDrawn = countNow;
  started.onRefused = (thrown) => {
    busy.value = false;
    refuse(thrown);
  };
  started.onRestarted = () => {
    say(t('restarted'));
    show();
  };
  styles.value = await started.ask('styles');
  ownFields.value = await started.ask('fields');
  const works = await recents();
  batch(() => {
    engine.value = started;
    recent.value = works;
  });
}

// ---- the map and its steps ----

/** The map as it is in a file, or as a style made it. */
let inFile: Doc | undefined;
/** Whether there are changes that are in no file. */
const isUnsaved = (): boolean => doc.value !== undefined && doc.value !== inFile;

/** The first layer that has rules. */
const firstOf = (map: Doc): number => Math.min(1, map.layers.length - 1);
function begin(map: Doc, place: Place, label: Label): void {
  queue.length = 0;
  inFile = map;
  succeed();
  batch(() => {
    steps.value = [{ doc: map, label, key: '', selected: firstOf(map), ...place }];
    forTerragen.value = false;
    at.value = 0;
    selected.value = steps.value[0]!.selected;
    muted.value = [];
    solo.value = undefined;
    compared.value = undefined;
    probe.value = undefined;
  });
}
/** Whether layers have other numbers, as far as can be seen: a change of one layer moves none. */
function isReordered(before: Layer[], after: Layer[]): boolean {
  if (before.length !== after.length) return true;
  const look = ({ name, colour }: Layer) => JSON.stringify([name, colour]);
  return after.some((one, i) => one.parent !== before[i]!.parent) || after.filter((one, i) => look(one) !== look(before[i]!)).length > 1;
}
/** Layers that are muted are known by their numbers. */
function forgetMuted(before: Layer[] | undefined, after: Layer[]): void {
  if (before === undefined || !isReordered(before, after)) return;
  muted.value = [];
  solo.value = undefined;
}
/** A change of one value that goes on: from what it was at first. */
function since(before: Words | undefined, label: Words): Words {
  const goesOn = typeof before === 'object' && typeof label === 'object' && before[0] === 'doChange' && label[0] === 'doChange' && tell(before[2]!) === tell(label[2]!);
  return goesOn ? ['doChange', label[1]!, label[2]!, before[3]!, label[4]!] : label;
}
/** Puts a step behind the one at hand; what was undone is gone then. */
function push(map: Doc, label: Words, key: string, choose: number | undefined, place?: Place): void {
  succeed();
  batch(() => {
    const before = step.value;
    const joined = key !== '' && before?.key === key;
    const next = { doc: map, label: joined ? since(before.label, label) : label, key, selected: choose ?? selected.value, name: place?.name ?? docName.value, home: place === undefined ? home.value : place.home, style: place?.style, waterM: (place ?? before)?.waterM };
    steps.value = [...steps.value.slice(0, joined ? at.value : at.value + 1), next];
    at.value = steps.value.length - 1;
    if (choose !== undefined) selected.value = choose;
    if (selected.value >= map.layers.length) selected.value = map.layers.length - 1;
    forgetMuted(before?.doc.layers, map.layers);
  });
}

interface Change { edits: Edit[]; label: Words; key: string; choose: boolean; since: number }
const queue: Change[] = [];
let editing = false;
let gesture = 0, lastChange = 0;
/** Changes the map. Changes of one key in a row are one step, and the last of those that wait counts. */
export function change(edits: Edit[], label: Label, { key = '', choose = false } = {}): void {
  const now = performance.now();
  if (now - lastChange > 1200) gesture++;
  lastChange = now;
  const one = { edits, label, key: key === '' ? '' : `${key}@${gesture}`, choose, since: now };
  if (one.key !== '' && queue.at(-1)?.key === one.key) queue[queue.length - 1] = { ...one, label: since(queue.at(-1)!.label, one.label) };
  else queue.push(one);
  if (!editing) void drain();
}
async function drain(): Promise<void> {
  editing = true;
  for (let next; (next = queue.shift()) !== undefined;) {
    const map = doc.value;
    if (map === undefined || engine.value === undefined) continue;
    try {
      const { doc: made, layer: chosen } = await engine.value.edit(map, next.edits);
      // What was opened or undone meanwhile counts.
      if (doc.value !== map) continue;
      changedAt = next.since;
      push(made, next.label, next.key, next.choose ? chosen ?? 0 : undefined);
    } catch (thrown) {
      refuse(thrown);
    }
  }
  editing = false;
}
/** Ends a step that joins changes: the next change begins another. */
export function seal(): void {
  gesture++;
}
/** values: what it was and what it is now, for people. */
export function set(field: string, value: string, what: Key, { key = '', values }: { key?: string; values?: readonly [string, string] } = {}): void {
  const name = layer.value?.name ?? '';
  change([{ do: 'set', layer: selected.value, field, value }], values === undefined ? ['doSet', name, [what]] : ['doChange', name, [what], ...values], { key });
}
/** What layers can have beside altitude and slope. */
export const ownFields = signal<string[]>([]);
export const groupOf = (field: string): string => field.replace(/\..*/, '');
/** A value that only the text form has; first: values that it needs. */
export function setOwn(field: string, value: string, first: [string, string][] = []): void {
  const one = layer.value;
  if (one === undefined) return;
  const to = (each: string, text: string): Edit => ({ do: 'set', layer: one.index, field: each, value: text });
  change([{ do: 'text' }, ...first.map(([each, text]) => to(each, text)), to(field, value)], ['doChange', one.name, field, one.own[field] ?? '', value]);
}
function goTo(i: number): void {
  const to = steps.value[i];
  if (to === undefined) return;
  queue.length = 0;
  succeed();
  batch(() => {
    const before = layers.value;
    at.value = i;
    if (isReordered(before, to.doc.layers)) selected.value = Math.min(to.selected, to.doc.layers.length - 1);
    forgetMuted(before, to.doc.layers);
  });
}
/** A map with other pictures is the next step. */
export function paint(map: Doc, label: Label): void {
  queue.length = 0;
  push(map, label, '', undefined);
}
export const pickNothing = (): void => { picking.value = undefined; };
export const undo = (): void => { if (canUndo.value) goTo(at.value - 1); };
export const redo = (): void => { if (canRedo.value) goTo(at.value + 1); };

/** The numbers of a layer's older siblings, and itself. */
export function siblings(parent: number): Layer[] {
  return layers.value.filter((one) => one.index > 0 && one.parent === parent);
}
export function addLayer(): void {
  const parent = layer.value === undefined ? 0 : layer.value.index === 0 ? 0 : layer.value.parent;
  const place = layer.value === undefined || layer.value.index === 0 ? 9999 : siblings(parent).findIndex(({ index }) => index === selected.value) + 1;
  change([{ do: 'add', parent, place, name: t('newLayer') }], ['doAdd'], { choose: true });
}
export function removeLayer(): void {
  const one = layer.value;
  if (one === undefined || one.index === 0) return;
  change([{ do: 'remove', layer: one.index }], ['doRemove', one.name]);
}
export function duplicateLayer(): void {
  const one = layer.value;
  if (one === undefined || one.index === 0) return;
  change([{ do: 'duplicate', layer: one.index }], ['doDuplicate', one.name], { choose: true });
}
export function moveLayer(index: number, parent: number, place: number): void {
  change([{ do: 'move', layer: index, parent, place }], ['doMove', layers.value[index]?.name ?? ''], { choose: true });
}
export type Way = 'up' | 'down' | 'in' | 'out';
/** Up on the screen is later in painting: the list shows the last layer on top. */
export function nudge(way: Way): void {
  const one = layer.value;
  if (one === undefined || one.index === 0) return;
  const beside = siblings(one.parent), place = beside.findIndex(({ index }) => index === one.index);
  if (way === 'up' && place < beside.length - 1) moveLayer(one.index, one.parent, place + 1);
  else if (way === 'down' && place > 0) moveLayer(one.index, one.parent, place - 1);
  else if (way === 'in' && beside[place - 1] !== undefined) moveLayer(one.index, beside[place - 1]!.index, 9999);
  else if (way === 'out' && one.parent > 0) {
    const parent = layers.value[one.parent]!;
    moveLayer(one.index, parent.parent, siblings(parent.parent).findIndex(({ index }) => index === parent.index) + 1);
  }
}
const dice = (): number => Math.floor(Math.random() * 2 ** 31);
/** Another pattern for one layer, or for all. */
export function reroll(all: boolean): void {
  if (all) change([{ do: 'reroll', seed: dice() }], ['doReroll']);
  else set('texture.origin', `${dice() % 32767},${dice() % 32767},0,0`, 'reroll');
}
export function toggleMute(index: number): void {
  if (index === 0) return;
  muted.value = muted.value.includes(index) ? muted.value.filter((one) => one !== index) : [...muted.value, index];
}
export function toggleSolo(index: number): void {
  solo.value = solo.value === index ? undefined : index;
}
export function canMend(finding: Finding): boolean {
  return mends(finding, layers.value, ground.value?.info) !== undefined;
}
export function mend(finding: Finding): void {
  const edits = mends(finding, layers.value, ground.value?.info);
  if (edits !== undefined) change(edits, ['doMend', finding.id]);
}

// ---- what the browser keeps ----

/** Steps that are kept: enough to go back, few enough to be written in a moment. */
const KEPT_STEPS = 200, KEPT_PICTURES = 32e6;
/** The first step that is kept: what came before it would be too much. */
function firstKept(all: Step[], now: number): number {
  const seen = new Set<Mask>();
  let first = all.length, bytes = 0;
  while (first > 0 && all.length - first < KEPT_STEPS) {
    for (const mask of all[first - 1]!.doc.masks) if (!seen.has(mask)) {
      seen.add(mask);
      bytes += mask.bytes.length;
    }
    if (bytes > KEPT_PICTURES && first < all.length) break;
    first--;
  }
  return Math.max(0, Math.min(first, now));
}
export const recent = signal<Recent[]>([]);
/** The start page lies over the work at hand. */
export const starting = signal(false);
export async function showStart(): Promise<void> {
  await remember();
  recent.value = await recents();
  starting.value = true;
}
let remembered: Step[] | undefined, rememberedAt = -1, toldOfKeeping = false;
async function remember(): Promise<void> {
  const land = ground.value, all = steps.value, now = at.value;
  // A page that is served has another address each time: its browser would never find the work again.
  if (isServed || land === undefined || all.length === 0 || (remembered === all && rememberedAt === now)) return;
  const first = firstKept(all, now);
  try {
    await keep({ terrain: { name: land.name, bytes: land.bytes, options: land.options, beside: land.beside },
      map: { at: now - first, steps: all.slice(first).map(({ doc: { bytes, masks }, label, selected: chosen, name, style, waterM: water }) => ({ bytes, masks, label, selected: chosen, name, style, waterM: water })) } });
    remembered = all;
    rememberedAt = now;
    saved.value = Date.now();
  } catch {
    // A private window, or a full disk: the page works as well.
    if (!toldOfKeeping) say(t('notKept'), 'error');
    toldOfKeeping = true;
  }
}
/** Takes a work off the list. */
export async function forgetRecent(key: string): Promise<void> {
  await forget(key);
  recent.value = await recents();
}
/** Brings back a work as it was left. A map that waits for a terrain is opened on top of it. */
export async function resume(key: string): Promise<void> {
  const work = await kept(key);
  if (work === undefined) return void forgetRecent(key); // another window took it away
  const before = waiting.value;
  waiting.value = undefined;
  await openTerrain(work.terrain.bytes, work.terrain.name, work.terrain.options, [], false, { beside: work.terrain.beside ?? {} });
  if (ground.value === undefined) {
    waiting.value = before;
    return;
  }
  try {
    const made: Step[] = [], pictures = new Map<Mask, Mask>();
    for (const one of work.map.steps) {
      for (const mask of one.masks ?? []) if (!pictures.has(mask)) pictures.set(mask, newMask(mask.file, mask.bytes));
      made.push({ doc: await engine.value!.open(one.bytes, one.name, (one.masks ?? []).map((mask) => pictures.get(mask)!)), label: one.label, key: '', selected: one.selected, name: one.name, home: undefined, style: one.style, waterM: one.waterM });
    }
    batch(() => {
      steps.value = made;
      at.value = Math.min(work.map.at, made.length - 1);
      selected.value = Math.min(step.value?.selected ?? 0, layers.value.length - 1);
    });
    inFile = made.length === 1 ? doc.value : undefined;
  } catch (thrown) {
    refuse(thrown);
  }
  if (before !== undefined) await openMap(before.bytes, before.name, before.home, false, undefined, before.masks);
}

// ---- files ----

/** Files of these kinds can say where they lie. */
const mayHavePlace = (name: string) => /\.(hgt|tiff?|asc)$/i.test(name);
const isRaw = (name: string) => /\.(raw|r16|r32|f32|bin)$/i.test(name);

async function bytesOf(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}
let maskCount = 0;
export const newMask = (file: string, bytes: Uint8Array): Mask => ({ file, id: ++maskCount, bytes });
/** Pictures that came with a map's file. */
const beside = new WeakMap<File, Mask[]>();
const isMap = (name: string) => /\.(srf|tgw|srf\.json)$/i.test(name);
/** The pictures that a map's layers go by. */
const wanted = ({ layers: all }: Doc): string[] => [...new Set(all.flatMap(({ own }) => (own['mask.on'] === 'on' ? [own['mask.file']!] : [])))];
export const masksOf = (map: Doc): Mask[] => map.masks.filter(({ file }) => wanted(map).includes(file));
const lacking = (map: Doc): string[] => wanted(map).filter((file) => !map.masks.some((mask) => mask.file === file));
/** Takes a saved work out of its zip; other zips are left. */
async function unpacked(files: File[]): Promise<File[]> {
  const out: File[] = [];
  for (const file of files) {
    let inside: [string, Uint8Array][] = [];
    if (/\.zip$/i.test(file.name)) {
      try {
        let names: string[] = [];
        unzipSync(await bytesOf(file), { filter: ({ name }) => (names.push(name), false) });
        names = names.filter((name) => /\.srf\.json$/i.test(name));
        if (names.length > 0) inside = Object.entries(unzipSync(await bytesOf(file))).filter(([name]) => !name.endsWith('/') && name.split('/').every((part) => part !== '..'));
      } catch { /* whoever opens it says so */ }
    }
    const map = inside.find(([name]) => isMap(name))?.[0], folder = map === undefined ? '' : map.replace(/[^/]*$/, '');
    out.push(...(map === undefined ? [file] : inside.filter(([name]) => name.startsWith(folder)).map(([name, bytes]) => new File([bytes.slice()], name.slice(folder.length)))));
  }
  return out;
}
/** Takes those files out of the list that the text of a map calls its masks. */
async function takeMasks(map: File, files: File[]): Promise<void> {
  const masks: Mask[] = [];
  if (/\.json$/i.test(map.name)) {
    const named = [...(await map.text()).matchAll(/"file"\s*:\s*("(?:[^"\\]|\\.)*")/g)].map((found) => JSON.parse(found[1]!) as string);
    for (const name of new Set(named)) {
      const i = files.findIndex((file) => file.name === name || file.name === name.replace(/^.*\//, ''));
      if (i >= 0) masks.push(newMask(name, await bytesOf(files.splice(i, 1)[0]!)));
    }
  }
  beside.set(map, masks);
}
/** Takes files that are pictures which the map at hand lacks. */
async function completed(files: File[]): Promise<File[]> {
  const map = doc.value, rest: File[] = [], found: Mask[] = [], names = map === undefined ? [] : lacking(map);
  for (const file of files) {
    const name = names.find((one) => one === file.name || one.replace(/^.*\//, '') === file.name);
    if (name === undefined) rest.push(file);
    else found.push(newMask(name, await bytesOf(file)));
  }
  if (map !== undefined && found.length > 0) {
    push({ ...map, masks: [...map.masks, ...found] }, ['openedOf', found[0]!.file], '', undefined);
    inFile = doc.value;
    sayLacking(doc.value!);
  }
  return rest;
}
function sayLacking(map: Doc): void {
  const names = lacking(map);
  if (names.length > 0) say(t('maskLacks', names.join(', ')), 'error');
}
/** Opens what was dropped: terrains, surface maps and their masks in any order. */
export async function openFiles(given: File[], options: TerrainOptions = {}): Promise<void> {
  const one = engine.value;
  if (one === undefined || given.length === 0) return;
  const files = await completed(await unpacked(given));
  const json = files.find((file) => isMap(file.name));
  if (json !== undefined && !beside.has(json)) await takeMasks(json, files);
  const maps: File[] = [], all: File[] = [], came: Beside = {};
  for (const file of files) {
    const head = new Uint8Array(await file.slice(0, 4096).arrayBuffer());
    if (isRoads(file.name, head)) came.roads = { name: file.name, bytes: await bytesOf(file) };
    else ((await one.ask('isSurface', head)) || isMap(file.name) ? maps : all).push(file);
  }
  const terrains = await withoutCover(all, came);
  if (terrains.length > 1) say(t('twoTerrains'));
  const terrain = terrains[0];
  if (terrain === undefined && (came.roads ?? came.cover) !== undefined) {
    if (ground.value === undefined) return say(t('mapWaits', (besideWaits = came).roads?.name ?? came.cover!.name));
    await openMaps(maps);
    return openBeside({ ...ground.value.beside, ...came });
  }
  const also = { beside: { ...besideWaits, ...came } };
  besideWaits = {};
  if (terrain !== undefined && /\.zip$/i.test(terrain.name)) await openLevel(terrain, maps);
  else if (terrain !== undefined) await openTerrain(await bytesOf(terrain), terrain.name, options, maps, true, also);
  else await openMaps(maps);
}
/** Files that came before there was a terrain. */
let besideWaits: Beside = {};
/** A map of classes beside a terrain is its land cover. */
async function withoutCover(files: File[], beside: Beside): Promise<File[]> {
  const terrains: File[] = [];
  for (const file of files) {
    const read = async (from: number, size: number) => new Uint8Array(await file.slice(from, from + size).arrayBuffer());
    if ((files.length > 1 || ground.value !== undefined || beside.roads !== undefined) && await isClasses(read)) beside.cover = { name: file.name, bytes: await bytesOf(file) };
    else terrains.push(file);
  }
  return terrains;
}
/** Other files beside the terrain at hand: its rules stay as they are, but a style's are made anew. */
export async function openBeside(beside: Beside, noGrade = ground.value?.options.noGrade ?? false): Promise<void> {
  const land = ground.value, style = step.value?.style;
  if (land === undefined) return;
  const { noGrade: _, ...options } = land.options;
  if (land.info.hasPlace && options.boxM === undefined && options.fillSmooth !== true && (beside.roads ?? beside.cover) !== undefined) return place(land.bytes, land.name, options, [], beside);
  await openTerrain(land.bytes, land.name, noGrade ? { ...options, noGrade } : options, [], false, { beside });
  if (style !== undefined && ground.value !== land) await chooseStyle(style.name, style.seed);
}
/** Shows a terrain from above, to choose a square of it. */
async function place(bytes: Uint8Array, name: string, given: TerrainOptions, maps: File[], beside: Beside): Promise<void> {
  const one = engine.value!, before = ground.value, { fillM: _, ...options } = given;
  busy.value = true;
  opening.value = { name, done: 0 };
  try {
    const { info } = await one.read(bytes, { ...options, keepMissing: true, name }, {}, (done) => { opening.value = { name, done }; });
    if (!info.hasPlace) return await openTerrain(bytes, name, given, maps, true, { beside, placed: true });
    placing.value = { name, bytes, options, beside, info, maps, picture: await one.ask('thumbnail', await one.ask('bare'), PLACE_SIDE) };
  } catch (thrown) {
    if (!isCancelled(thrown)) refuse(thrown, name);
    await readAgain(before);
  } finally {
    opening.value = undefined;
    busy.value = false;
  }
}
const PLACE_SIDE = 480;
/** The worker that edits has the terrain again that is shown. */
async function readAgain(land = ground.value): Promise<void> {
  if (land !== undefined) await engine.value!.read(land.bytes, { ...land.options, name: land.name }, land.beside).catch((thrown: unknown) => refuse(thrown));
}
export function leavePlace(): void {
  placing.value = undefined;
  void readAgain();
}
/** The square of the terrain at hand anew. */
export const placeAgain = (): void => {
  const land = ground.value;
  if (land === undefined) return;
  const { boxLongitudeDeg: _a, boxLatitudeDeg: _b, boxM: _c, boxPoints: _d, fillSmooth: _e, dequantise: _f, noGrade: _g, ...options } = land.options;
  void place(land.bytes, land.name, options, [], land.beside);
};
/** Cuts the square out, or takes the whole, with a map of a style. */
export async function openPlace(from: Placing, box: Box | undefined, points: number, style: string): Promise<void> {
  const before = ground.value;
  placing.value = undefined;
  await openTerrain(from.bytes, from.name, box === undefined ? { ...from.options, fillSmooth: true } : optionsOf(from.options, box, points), from.maps, true, { beside: from.beside, style, placed: true });
  if (ground.value === before) await readAgain();
}
async function openLevel(zip: File, maps: File[]): Promise<void> {
  busy.value = true;
  try {
    const { name, bytes, said: words } = await levelOf(await bytesOf(zip), zip.name);
    await openTerrain(bytes, name, {}, maps);
    if (words !== '') say(words);
  } catch (thrown) {
    refuse(thrown, zip.name);
  } finally {
    busy.value = false;
  }
}
/** A map that came before there was a terrain: it is shown on the first that is opened. */
export const waiting = signal<(Place & { bytes: Uint8Array; masks?: readonly Mask[] | undefined }) | undefined>(undefined);
/** The surface map of `scree studio`, as a file among those that are opened. */
let servedMap: File | undefined;

/** `anew`: for another terrain. Tells whether a map is open now. */
async function openMaps(maps: File[], anew = false): Promise<boolean> {
  const file = maps[0];
  if (file === undefined) return false;
  const bytes = await bytesOf(file), to = file === servedMap ? file.name : undefined;
  const masks = beside.get(file);
  if (ground.value !== undefined) return openMap(bytes, file.name, to, anew, undefined, masks);
  waiting.value = { bytes, name: file.name, home: to, masks };
  return false;
}
/** Opens a map as one more step, or with steps of its own for another terrain. */
export async function openMap(bytes: Uint8Array, name: string, to?: string, anew = false, label: Label = ['openedOf', name], masks: readonly Mask[] = []): Promise<boolean> {
  try {
    const map = await engine.value!.open(bytes, name, masks), place = { name, home: to };
    if (anew || doc.value === undefined) begin(map, place, ['opened']);
    else {
      queue.length = 0;
      push(map, label, '', firstOf(map), place);
    }
    inFile = map;
    if (map.warnings.length > 0) say(map.warnings[0]!);
    sayLacking(map);
    return true;
  } catch (thrown) {
    refuse(thrown, name);
    return false;
  }
}
/** A question with several answers; none: it was put away. */
export const question = signal<{ title: Words; text: Words; answers: Label[]; give: (answer: number | undefined) => void } | undefined>(undefined);
function choose(title: Words, text: Words, ...answers: Label[]): Promise<number | undefined> {
  question.value?.give(undefined);
  return new Promise((resolve) => {
    question.value = { title, text, answers, give: (answer) => {
      question.value = undefined;
      resolve(answer);
    } };
  });
}
/** What another terrain does to the rules at hand. */
type Rules = 'keep' | 'new';
/** Asked of a terrain that can be read; undefined: all stays as it is. */
async function askRules(name: string, withMap: boolean): Promise<Rules | undefined> {
  if (ground.value === undefined || steps.value.every(({ style }) => style !== undefined)) return 'new';
  if (withMap) return !isUnsaved() || confirm(t('dropSteps', name, docName.value)) ? 'keep' : undefined;
  const answer = await choose(['openedOf', name], [isUnsaved() ? 'rulesUnsaved' : 'rulesAsk', docName.value], ['rulesKeep'], ['rulesNew']);
  return answer === undefined ? undefined : (['keep', 'new'] as const)[answer];
}
let terrains = 0;
/** Of no other terrain, in whatever window. */
const terrainId = (): string => `${Date.now()}-${Math.random()}-${++terrains}`;

/** Shows the map that comes with a terrain, else one that waits, else the map at hand, or one made for it. */
async function openMapFor(maps: File[], rules: Rules | 'none', wish?: string): Promise<void> {
  const before = waiting.value, now = step.value, style = steps.value.slice(0, at.value + 1).findLast((one) => one.style !== undefined)?.style;
  waiting.value = undefined;
  const came = (await openMaps(maps, true)) || (maps.length === 0 && before !== undefined && (await openMap(before.bytes, before.name, before.home, true, undefined, before.masks)));
  let refusal: unknown;
  if (!came && rules === 'new') {
    try {
      return await makeStyle(wish ?? style?.name ?? 'temperate', style?.seed ?? 0, true);
    } catch (thrown) {
      refusal = thrown;
    }
  }
  if (!came && rules !== 'none') await keepRules(now);
  if (refusal !== undefined && !isCancelled(refusal)) refuse(refusal);
}
/** The rules at hand on another terrain; without any, a map of a root alone. */
async function keepRules(now: Step | undefined): Promise<void> {
  if (now === undefined) return begin(await engine.value!.ask('bare'), { name: 'map.srf', home: undefined }, ['opened']);
  const was = inFile === now.doc;
  await openMap(now.doc.bytes, now.name, now.home, true, undefined, now.doc.masks);
  if (!was) inFile = undefined;
}
/** Reads a terrain. What its file does not say is asked for by a form. */
export async function openTerrain(bytes: Uint8Array, name: string, options: TerrainOptions, maps: File[] = [], style = true, also: Also = {}): Promise<void> {
  const { beside = {} } = also;
  if (isRaw(name) && options.raw === undefined) {
    asking.value = { name, bytes, options: { raw: 'u16', ...options }, sentence: '', field: 'raw', maps, also };
    return;
  }
  if ((beside.roads ?? beside.cover) !== undefined && also.placed !== true && style && mayHavePlace(name)) return place(bytes, name, options, maps, beside);
  if (ground.value === undefined) { // whatever becomes of the terrain, the map is not forgotten
    await openMaps(maps);
    maps = [];
  }
  asking.value = undefined;
  busy.value = true;
  opening.value = { name, done: 0 };
  try {
    const progress = (done: number) => { opening.value = { name, done }; };
    const one = engine.value!, before = ground.value, opened = await one.read(bytes, { ...options, name }, beside, progress), { info, messages, graded } = opened;
    opening.value = undefined;
    const rules = style ? await askRules(name, maps.length > 0 || waiting.value !== undefined) : 'none';
    if (rules === undefined) {
      if (before !== undefined) await one.read(before.bytes, { ...before.options, name: before.name }, before.beside);
      return;
    }
    opening.value = { name, done: 0 };
    await one.take(bytes, { ...options, name }, beside, opened);
    succeed();
    batch(() => {
      ground.value = { id: terrainId(), name, bytes, options, beside, info, messages, graded };
      starting.value = false;
      stats.value = undefined;
      linted.value = [];
      counted.value = judged.value = undefined;
      probe.value = undefined;
      compared.value = undefined;
    });
    await openMapFor(maps, rules, also.style);
  } catch (thrown) {
    if (isCancelled(thrown)) return;
    const field = thrown instanceof ScreeError && thrown.code === 'bad argument' ? thrown.field : '';
    if (['cellM', 'heightRangeM', 'fillM', 'raw', 'rawWidth', 'rawHeight', 'maxHeightM', 'squareM'].includes(field))
      asking.value = { name, bytes, options, sentence: (thrown as ScreeError).message, field, maps, also };
    else refuse(thrown, name);
  } finally {
    opening.value = undefined;
    busy.value = false;
  }
}
/** A style's map with the pictures that land cover gave it. */
export const withMasks = ({ doc: map, masks, report }: Styled): { doc: Doc; report: Styled['report'] } => ({ report, doc: { ...map, masks: [...masks].map(([file, bytes]) => newMask(file, bytes)) } });
/** Makes a map of a style: one more step, or `anew` the first for another terrain. */
async function makeStyle(name: string, seed: number, anew: boolean): Promise<void> {
  const made = withMasks(await engine.value!.ask('style', name, seed));
  const place = { name: `${name}.${made.doc.form === 'text' ? 'srf.json' : 'srf'}`, home: undefined, style: { name, seed }, waterM: made.report.water?.altitude_m };
  if (anew || doc.value === undefined) return begin(made.doc, place, ['styleChosen', name]);
  queue.length = 0;
  push(made.doc, ['styleChosen', name], '', firstOf(made.doc), place);
}
export const chooseStyle = (name: string, seed: number): Promise<void> => makeStyle(name, seed, false).catch((thrown: unknown) => refuse(thrown));
/** Hands a file to the browser. */
export function download(bytes: Uint8Array, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([bytes.slice()]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
/** What is seen, map or 3D: paints it if need be, and answers the canvas. */
export const sight: { of: (() => HTMLCanvasElement) | undefined } = { of: undefined };
/** Hands what is seen to the browser, as a PNG. */
export async function savePicture(): Promise<void> {
  const canvas = sight.of?.(), name = `${(ground.value?.name ?? 'scree').replace(/\.[^.]*$/, '')}-${mode.value}.png`;
  const picture = await new Promise<Blob | null>((resolve) => (canvas === undefined ? resolve(null) : canvas.toBlob(resolve, 'image/png')));
  if (picture === null) return;
  download(new Uint8Array(await picture.arrayBuffer()), name);
  say(t('saved', name));
}
type Form = 'srf' | 'tgw' | 'text';
const formOf = (name: string): Form => (/\.tgw$/i.test(name) ? 'tgw' : /\.json$/i.test(name) ? 'text' : 'srf');

/** Opens what `scree studio` was started with; false: it was started with nothing, or this is a file. */
export async function openServed(): Promise<boolean> {
  const from = await served();
  if (from === undefined) return false;
  const files = await Promise.all((['terrain', 'roads', 'surface'] as const).flatMap((which) => from[which] === undefined ? []
    : [input(which).then((bytes) => new File([bytes.slice()], from[which]!))]));
  if (from.surface !== undefined) {
    servedMap = files.at(-1)!;
    atHome = (await inputMasks()).map(([name, bytes]) => newMask(name, bytes));
    beside.set(servedMap, atHome);
  }
  await openFiles(files, from.options);
  return files.length > 0;
}
/** Pictures that the file at home has beside it. */
let atHome: Mask[] = [];
async function saveHome(map: Doc, bytes: Uint8Array, name: string): Promise<void> {
  const masks = masksOf(map), mine = masks.filter((mask) => !atHome.includes(mask));
  let answer = await saveServed(bytes, mine);
  if (answer === 'changed by others' && confirm(t('changedByOthers', name))) answer = await saveServed(bytes, mine, true);
  if (answer !== 'saved') return;
  atHome = masks;
  inFile = map;
  say(t('saved', name));
}
/** Where and as what the map is at home, or as it came. */
export async function saveHere(): Promise<void> {
  const map = doc.value, name = home.value;
  if (map === undefined) return;
  if (name === undefined) return save(map.form === 'text' ? 'text' : map.form === 'tgw' ? 'tgw' : 'srf');
  try {
    await saveHome(map, await engine.value!.ask('write', map, formOf(name)), name);
  } catch (thrown) {
    refuse(thrown, name);
  }
}
export async function save(form: Form): Promise<void> {
  const map = doc.value;
  if (map === undefined) return;
  try {
    const bytes = await engine.value!.ask('write', map, form), base = docName.value.replace(/\.(srf\.json|srf|tgw)$/i, '');
    const inside = base + { srf: '.srf', tgw: '.tgw', text: '.srf.json' }[form], masks = masksOf(map), name = masks.length > 0 ? `${base}.zip` : inside;
    download(masks.length > 0 ? zipped([{ name: inside, bytes }, ...masks.map(({ file, bytes: picture }) => ({ name: file, bytes: picture }))]) : bytes, name);
    forTerragen.value ||= form !== 'text';
    inFile = map;
    say(t('saved', name));
  } catch (thrown) {
    refuse(thrown);
  }
}
/** Into the clipboard, and says so, or that the browser forbids it. */
export async function copy(text: string, words: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(words);
  } catch {
    say(t('clipboardRefused'), 'error');
  }
}
export async function copyLink(): Promise<void> {
  if (doc.value === undefined) return;
  if (masksOf(doc.value).length > 0) return say(t('linkMasks'), 'error');
  const text = await toLink(doc.value.bytes);
  // The address of a page that scree serves holds a token, and ends with it.
  const address = location.protocol.startsWith('http') && !isServed ? location.origin + location.pathname : '';
  await copy(address + text, t('linkCopied', text.length));
}
export async function openLink(text: string): Promise<void> {
  let bytes;
  try {
    bytes = await fromLink(text);
  } catch {
    say(t('linkBad'), 'error');
    return;
  }
  dialog.value = undefined;
  if (ground.value === undefined) waiting.value = { bytes, name: 'link.srf.json', home: undefined };
  else await openMap(bytes, 'link.srf.json');
}

export async function explainPlace(xM: number, yM: number): Promise<void> {
  const map = doc.value;
  if (map === undefined) return;
  try {
    const found = await engine.value!.ask('probe', map, xM, yM);
    if (found.no_data) {
      probe.value = undefined;
      say(t('noGround'));
    } else probe.value = { xM, yM, probe: found };
  } catch (thrown) {
    refuse(thrown);
  }
}
