/** The surface map that explains a painting: scree fit, of files that were dropped or chosen. */
import { signal } from '@preact/signals';
import { unzipSync } from 'fflate';
import { besides, extras, optionsOf, Runner, valuesOf } from './exporting';
import type { Run } from './exporting';
import type { Form } from './forms';
import { forms, words } from './forms';
import { ground, openMap } from './store';
import { t } from './text';

/** What was painted: files by path, and the one that the program is given. own: it has ground of its own. */
export interface Painting { name: string; from: string; own: boolean; files: Map<string, Uint8Array> }
/** docs/schemas/scree-fit-1.schema.json */
export interface Fitted {
  what: string; texels: number; agreement: number; by_rules: number; at_most: number;
  classes: { name: string; rgb: [number, number, number]; explained: boolean; painted: number; map: number[] }[];
}

export const painting = signal<Painting | undefined>(undefined);
export const fitRun = signal<Run | undefined>(undefined);
export const fitted = signal<Fitted | undefined>(undefined);
export const fitForm = signal<Form | undefined>(undefined);
const runner = new Runner(fitRun);
export const cancelFit = (): void => runner.cancel();

export async function readFitForm(): Promise<void> {
  fitForm.value ??= forms(await optionsOf(), ({ name }) => name === 'fit')[0];
}

/** Pictures of a game's own that no fit reads, and large. */
const isIdle = (name: string) => /\.(dds|jpe?g|dae|cdae|mesh|ogg|wav)$/i.test(name) || /(^|\/)(\.|__MACOSX)/.test(name);
const FOLDER = 'painting';

/** Takes files, by path: a picture, masks, a level or its zip. Nothing is read before the program reads it. */
export async function choosePainting(chosen: { path: string; file: File }[]): Promise<void> {
  const files = new Map<string, Uint8Array>();
  for (const { path, file } of chosen) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (!/\.zip$/i.test(path)) {
      if (!isIdle(path)) files.set(path, bytes);
      continue;
    }
    try {
      for (const [name, part] of Object.entries(unzipSync(bytes, { filter: ({ name }) => !name.endsWith('/') && !isIdle(name) }))) files.set(name, part);
    } catch (thrown) {
      throw new Error(`${path}: ${t('zipBad', thrown instanceof Error ? thrown.message : String(thrown))}`);
    }
  }
  const inside = [...files].filter(([path]) => path.split('/').every((part) => part !== '' && part !== '.' && part !== '..'));
  const paths = inside.map(([path]) => path), folderOf = (path: string) => path.replace(/\/?[^/]*$/, '');
  const level = paths.find((path) => /\.ter$/i.test(path)) ?? paths.find((path) => /\.terrn2$/i.test(path));
  const single = paths.length === 1 ? paths[0]! : undefined;
  const common = level !== undefined ? folderOf(level) : folderOf(paths[0] ?? '');
  const from = single !== undefined ? `${FOLDER}/${single}` : common === '' ? FOLDER : `${FOLDER}/${common}`;
  // What lies loose in a zip has the zip's name; masks that were dropped one beside the other have none.
  const loose = chosen.length === 1 ? chosen[0]!.file.name : t('fitLoose');
  painting.value = paths.length === 0 ? undefined : { name: single ?? (common.split('/').at(-1) || loose), from, own: level !== undefined,
    files: new Map(inside.map(([path, bytes]) => [`${FOLDER}/${path}`, bytes])) };
  fitted.value = fitRun.value = undefined;
}

/** The command line, without "scree": a painting with ground of its own is moved onto the terrain at hand. */
export function fitLine(form: Form, one: Painting, land: string, output: string): string[] {
  return [...words(form, one.own ? [one.from] : [land, one.from], output, valuesOf(form)), ...(one.own ? ['--onto', land] : []), '--json'];
}
/** Finds the map. It becomes the map at hand, as one step. */
export async function fit(): Promise<void> {
  const one = painting.value, land = ground.value, form = fitForm.value;
  if (one === undefined || land === undefined || form === undefined) return;
  const output = `${one.name.replace(/\.[^.]*$/, '').replace(/[^\p{L}\p{N}_-]+/gu, '_') || 'fitted'}.srf.json`;
  fitted.value = undefined;
  const ran = await runner.run(fitLine(form, one, land.name, output), new Map([...extras, ...besides(), ...one.files, [land.name, land.bytes]]));
  const made = ran.files.find(({ name }) => name === output);
  if (ran.state !== 'done' || made === undefined) return;
  if (await openMap(made.bytes, output, undefined, false, ['fitDone', one.name])) fitted.value = JSON.parse(ran.stdout) as Fitted;
}
