/** Exports: the program itself makes them, of the files at hand, by the command line that is shown. */
import { signal } from '@preact/signals';
import { zipSync } from 'fflate';
import type { Command, Form, Options, Values } from './forms';
import { complaint, forms, words } from './forms';
import { part } from './parts';
import { program } from './run';
import { doc, docName, ground } from './store';
import type { TerrainOptions } from './model';

export interface Made { name: string; bytes: Uint8Array; sha256: string }
export interface Run {
  state: 'running' | 'done' | 'failed' | 'cancelled'; step: string; done: number; seconds: number;
  messages: string[]; error: string; stdout: string; files: Made[];
}

export const choices = signal<{ form: Form; command: Command }[]>([]);
export const chosen = signal('export ror');
/** What is filled in, by command; and files that were chosen for options, by their names. */
export const filled = signal<{ [command: string]: Values }>({});
export const outputs = signal<{ [command: string]: string }>({});
export const extras = new Map<string, Uint8Array>();
export const run = signal<Run | undefined>(undefined);

/** Reads which exports there are. */
export async function list(): Promise<void> {
  if (choices.value.length > 0) return;
  const options = JSON.parse(new TextDecoder().decode(await part('options'))) as Options;
  choices.value = forms(options).map((form) => ({ form, command: options.commands.find(({ name }) => name === form.command)! }))
    .sort((a, b) => Number(b.command.family === 'export') - Number(a.command.family === 'export'));
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
  if (options.heightRangeM) out['height-range'] = options.heightRangeM.join(' ');
  if (options.raw) out['raw'] = options.raw === 1 ? 'u16' : 'f32';
  if (options.rawWidth) out['raw-size'] = `${options.rawWidth}x${options.rawHeight}`;
  if (options.rawBigEndian) out['byte-order'] = 'big';
  if (options.southFirst) out['rows'] = 'south-first';
  if (options.fill) out['nodata'] = `fill=${options.fillM ?? 0}`;
  if (options.maxHeightM) out['max-height'] = String(options.maxHeightM);
  if (options.squareM) out['square-size'] = String(options.squareM);
  return out;
}
export function valuesOf(form: Form): Values {
  return { ...ofTerrain(ground.value?.options ?? {}), ...filled.value[form.command] };
}
/** The map's name with the ending that its bytes have. */
export function mapName(): string {
  return docName.value.replace(/\.(srf\.json|srf|tgw)$/i, '') + ({ tgw: '.tgw', text: '.srf.json', 'text-sliders': '.srf.json', srf: '.srf' })[doc.value?.form ?? 'srf'];
}
/** The command line of what is filled in, without "scree". */
export function lineOf(one: { form: Form; command: Command }, more: Values = {}): string[] {
  const { form } = one, terrain = ground.value?.name ?? 'terrain', operands = form.surface === 'no' ? [terrain] : [terrain, mapName()];
  const output = outputOf(one), values = { ...valuesOf(form), ...more };
  return form.command === 'convert' ? words(form, [terrain, output], '', values) : words(form, operands, output, values);
}
export function complaints(form: Form): { [option: string]: string } {
  const values = valuesOf(form);
  return Object.fromEntries(form.fields.map((field) => [field.option, complaint(field, values[field.option] ?? '')] as const).filter(([, text]) => text !== ''));
}

let ending: AbortController | undefined;
export function cancel(): void { ending?.abort(); }
const hex = (bytes: ArrayBuffer) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Runs it. `dry`: only says what would be written. */
export async function make(one: { form: Form; command: Command }, dry: boolean): Promise<void> {
  const land = ground.value, map = doc.value;
  if (land === undefined || map === undefined) return;
  const args = lineOf(one), began = performance.now(), controller = ending = new AbortController();
  if (dry) args.push('--dry-run');
  const files = new Map([...extras, [land.name, land.bytes], [mapName(), map.bytes]]);
  const now: Run = { state: 'running', step: '', done: 0, seconds: 0, messages: [], error: '', stdout: '', files: [] };
  const show = (change: Partial<Run>) => { run.value = { ...Object.assign(now, change), seconds: (performance.now() - began) / 1000 }; };
  show({});
  try {
    const ran = await (await program()).run(args, files, { signal: controller.signal,
      progress: (done, step) => show({ done, step }), message: ({ text }) => show({ messages: [...now.messages, text] }) });
    const made: Made[] = [];
    for (const [name, bytes] of ran.files) made.push({ name, bytes, sha256: hex(await crypto.subtle.digest('SHA-256', bytes.slice())) });
    made.sort((a, b) => (a.name < b.name ? -1 : 1));
    show({ state: ran.code === 0 ? 'done' : 'failed', done: 1, error: ran.error, stdout: ran.stdout, files: made });
  } catch (thrown) {
    show(controller.signal.aborted ? { state: 'cancelled' } : { state: 'failed', error: thrown instanceof Error ? thrown.message : String(thrown) });
  }
}
/** Several files as one to save. */
export function zipped(files: Made[]): Uint8Array {
  return zipSync(Object.fromEntries(files.map(({ name, bytes }) => [name, [bytes, { level: 0, mtime: new Date(1980, 0, 1) }] as const])));
}
