/** Exports: the program itself makes them, of the files at hand, by the command line that is shown. */
import { signal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { Command, Form, Options, Values } from './forms';
import { complaint, forms, words } from './forms';
import { part, sha256 } from './parts';
import { program } from './run';
import { dialog, doc, docName, ground, masksOf, say, step, waterM } from './store';
import type { Beside, Doc, Named, TerrainOptions } from './model';
import { t } from './text';

export interface Made { name: string; bytes: Uint8Array; sha256: string }
export interface Run {
  state: 'running' | 'done' | 'failed' | 'cancelled'; step: string; done: number; seconds: number;
  messages: string[]; error: string; stdout: string; files: Made[];
  /** The map that it was made of. */
  of: Doc | undefined;
}

export const choices = signal<{ form: Form; command: Command }[]>([]);
export const chosen = signal('export beamng');
/** What is filled in, by command; and files that were chosen for options, by their names. */
export const filled = signal<{ [command: string]: Values }>({});
export const outputs = signal<{ [command: string]: string }>({});
export const extras = new Map<string, Uint8Array>();
export const run = signal<Run | undefined>(undefined);

/** What the program says of its commands. */
export async function optionsOf(): Promise<Options> {
  return JSON.parse(new TextDecoder().decode(await part('options'))) as Options;
}
/** The games first, then the engines, then what is made for everybody. */
const place = ({ name, family }: Command): number => (name === 'export beamng' ? 0 : name === 'export ror' ? 1 : family === 'export' ? 2 : 3);
/** Reads which exports there are. */
export async function list(): Promise<void> {
  if (choices.value.length > 0) return;
  const options = await optionsOf();
  choices.value = forms(options).map((form) => ({ form, command: options.commands.find(({ name }) => name === form.command)! }))
    .sort((a, b) => place(a.command) - place(b.command));
}

const base = (name: string) => name.replace(/\.(srf\.json|[a-z0-9]+)$/i, '').replace(/[^\p{L}\p{N}_-]+/gu, '_') || 'terrain';
/** The name that an output gets: what the command's synopsis ends in, a zip where a folder may be one. */
export function outputOf({ form, command }: { form: Form; command: Command }): string {
  const given = outputs.value[form.command];
  if (given !== undefined) return given;
  const name = base(ground.value?.name ?? ''), ending = /\.([a-z0-9]+)$/.exec(command.synopsis)?.[1];
  if (ending !== undefined) return `${name}.${ending}`;
  if (form.command === 'convert') return /\.png$/i.test(ground.value?.name ?? '') ? `${name}.ter` : `${name}.png`;
  return command.family === 'export' ? `${name}.zip` : `${name}-${form.command}`;
}

/** What the terrain's form was filled with, as options of the command line. */
function ofTerrain(options: TerrainOptions): Values {
  const out: Values = {};
  if (options.cellM) out['cell'] = String(options.cellM);
  if (options.heightScale) out['height-scale'] = String(options.heightScale);
  if (options.heightOffsetTu) out['height-offset'] = String(options.heightOffsetTu);
  if (options.heightRangeM) out['height-range'] = options.heightRangeM.join(' ');
  if (options.raw !== undefined && options.raw !== 'none') out['raw'] = options.raw;
  if (options.rawWidth) out['raw-size'] = `${options.rawWidth}x${options.rawHeight}`;
  if (options.rawBigEndian) out['byte-order'] = 'big';
  if (options.southFirst) out['rows'] = 'south-first';
  if (options.keepMissing) out['nodata'] = 'keep';
  if (options.fillM !== undefined) out['nodata'] = `fill=${options.fillM}`;
  if (options.fillSmooth) out['nodata'] = 'fill=smooth';
  if (options.dequantise) out['dequantise'] = true;
  if (options.noGrade) out['no-grade'] = true;
  if (options.boxM) out['box'] = `${options.boxLongitudeDeg},${options.boxLatitudeDeg},${options.boxM / 1000}`;
  if (options.boxPoints) out['box-points'] = String(options.boxPoints);
  if (options.maxHeightM) out['max-height'] = String(options.maxHeightM);
  if (options.squareM) out['square-size'] = String(options.squareM);
  return out;
}
/** The files beside the terrain. */
export const besides = (): [string, Uint8Array][] => (Object.values(ground.value?.beside ?? {}) as Named[]).map(({ name, bytes }) => [name, bytes]);
/** What is filled in, and before that what is known of the terrain. */
export function valuesOf(form: Form): Values {
  const water: Values = form.fields.some(({ option }) => option === 'water') && waterM.value !== undefined && !(isPlace() && form.command.startsWith('export ')) ? { water: String(waterM.value) } : {};
  const { roads } = ground.value?.beside ?? {};
  return { ...ofTerrain(ground.value?.options ?? {}), ...(roads && { roads: roads.name }), ...water, ...filled.value[form.command] };
}
/** Whether the map is that of a style for a square of the earth: exports make it anew, as scree place does. */
const isPlace = (): boolean => ground.value?.options.boxM !== undefined && step.value?.style !== undefined;
/** Style and land cover, as options of the command line. */
function styleWords({ cover, roads }: Beside): string[] {
  const { name, seed } = step.value!.style!;
  return ['--style', seed === 0 ? name : `${name},seed=${seed}`, ...(cover ? ['--cover', cover.name] : []), ...(roads ? ['--cover-areas', roads.name] : [])];
}
/** The map's name with the ending that its bytes have. */
export function mapName(): string {
  return docName.value.replace(/\.(srf\.json|srf|tgw)$/i, '') + ({ tgw: '.tgw', text: '.srf.json', 'text-sliders': '.srf.json', srf: '.srf' })[doc.value?.form ?? 'srf'];
}
/** The command line of what is filled in, without "scree". */
export function lineOf(one: { form: Form; command: Command }, more: Values = {}): string[] {
  const { form, command } = one, terrain = ground.value?.name ?? 'terrain', styled = isPlace() && command.family === 'export';
  const operands = form.surface === 'no' || styled ? [terrain] : [terrain, mapName()];
  const output = outputOf(one), values = { ...valuesOf(form), ...more };
  const line = form.command === 'convert' ? words(form, [terrain, output], '', values) : words(form, operands, output, values);
  return styled ? [...line, ...styleWords(ground.value!.beside)] : line;
}
export function complaints(form: Form): { [option: string]: string } {
  const values = valuesOf(form);
  return Object.fromEntries(form.fields.flatMap((field) => {
    const wrong = complaint(field, values[field.option] ?? '');
    return wrong === undefined ? [] : [[field.option, t(...wrong)] as const];
  }));
}

/** Runs the program and shows in `to` how far it is. */
export class Runner {
  private ending: AbortController | undefined;
  constructor(private readonly to: Signal<Run | undefined>) {}
  cancel(): void { this.ending?.abort(); }
  async run(args: string[], files: Map<string, Uint8Array>): Promise<Run> {
    const began = performance.now(), controller = this.ending = new AbortController();
    const now: Run = { state: 'running', step: '', done: 0, seconds: 0, messages: [], error: '', stdout: '', files: [], of: doc.value };
    const show = (change: Partial<Run>) => { this.to.value = { ...Object.assign(now, change, { seconds: (performance.now() - began) / 1000 }) }; };
    show({});
    try {
      const ran = await (await program()).run(args, files, { signal: controller.signal,
        progress: (done, step) => show({ done, step }), message: ({ text }) => show({ messages: [...now.messages, text] }) });
      const made: Made[] = [];
      for (const [name, bytes] of ran.files) made.push({ name, bytes, sha256: await sha256(bytes) });
      made.sort((a, b) => (a.name < b.name ? -1 : 1));
      show({ state: ran.code === 0 ? 'done' : 'failed', done: 1, error: ran.error, stdout: ran.stdout, files: made });
    } catch (thrown) {
      show(controller.signal.aborted ? { state: 'cancelled' } : { state: 'failed', error: thrown instanceof Error ? thrown.message : String(thrown) });
    }
    return now;
  }
}
const runner = new Runner(run);
export const cancel = (): void => runner.cancel();

/** Runs it. `dry`: only says what would be written. It goes on while the dialog is closed. */
export async function make(one: { form: Form; command: Command }, dry: boolean): Promise<void> {
  const land = ground.value, map = doc.value;
  if (land === undefined || map === undefined) return;
  const args = lineOf(one);
  if (dry) args.push('--dry-run');
  const ran = await runner.run(args, new Map([...extras, ...besides(), [land.name, land.bytes], [mapName(), map.bytes], ...masksOf(map).map(({ file, bytes }) => [file, bytes] as const)]));
  if (ran.state === 'done' && !dry) learn(one.form.command, ran);
  if (dialog.value === 'export') return;
  if (ran.state === 'done') say(t('exportReady', ran.files[0]?.name ?? outputOf(one)));
  else if (ran.state === 'failed') say(ran.error, 'error');
}

/** Seconds, seconds a million points, on a processor of a server of 2026 with nothing else to do; megabytes,
 *  megabytes a million points: between those of the example, whose layers are of many kinds, on 257 and on
 *  1025 points a side, and those of two styles on mountains, with options as they are. A page goes by what
 *  it has seen itself. */
const costs: { [command: string]: [number, number, number, number] } = {
  'export ror': [1.7, 0, 15.5, 1.5], 'export beamng': [2.7, 0.4, 32, 1.6], 'export spring': [0.7, 6.8, 4.5, 21.5],
  'export godot': [1.6, 0.3, 15, 4.3], 'export unreal': [0.1, 0.2, 0.25, 3.2], 'export unity': [1.5, 0.2, 14.7, 3.5],
  'export web': [0.1, 0.9, 0.1, 33], 'export farming-simulator': [2, 0, 11.8, 0],
  bake: [0.1, 0.3, 0.1, 6.6], preview: [0.5, 0, 1.2, 0], render: [1.9, 0.2, 0.6, 0], plants: [0.2, 0, 0.8, 0],
};
const million = (): number => (ground.value === undefined ? 0 : (ground.value.info.pointsX * ground.value.info.pointsY) / 1e6);
function learn(command: string, { seconds, files }: Run): void {
  const size = files.reduce((sum, one) => sum + one.bytes.length, 0) / 1e6, [fixed, , bytes] = costs[command] ?? [0, 0, 0, 0];
  const rest = (all: number, part: number) => (all - Math.min(all, part)) / Math.max(million(), 1e-6);
  costs[command] = [Math.min(fixed, seconds), rest(seconds, fixed), Math.min(bytes, size), rest(size, bytes)];
}
/** What an export will take, about; undefined where nothing is known. */
export function expected(command: string): { seconds: number; megabytes: number } | undefined {
  const cost = costs[command];
  if (ground.value === undefined || cost === undefined) return undefined;
  return { seconds: cost[0] + cost[1] * million(), megabytes: cost[2] + cost[3] * million() };
}
