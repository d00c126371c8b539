/**
 * Forms of the program's commands, made from what the program says of itself (scree help --json), and
 * command lines made of filled forms. Nothing here knows a page.
 */
import { numberOf } from './numbers';
import type { Key } from './text';

/** docs/schemas/scree-options-1.schema.json */
export interface Option {
  name: string; group: 'own' | 'terrain' | 'evaluation' | 'common'; letter: string | null; words: number;
  type: string; value: string; lowest: number | null; highest: number | null; choices: string[] | null;
  default: string | number | boolean | number[] | null; several: boolean; section: string; help: string;
  member: string | null;
}
export interface Command {
  name: string; family: string | null; synopsis: string; summary: string; options: Option[];
}
export interface Options { format: 'scree-options-1'; version: string; commands: Command[] }

/**
 * What a field is filled with: a tick; a number; one of choices, or some of them; text; a file that is
 * dropped or chosen, or a folder of them; the name of a layer; the place of a point. What is filled in is text as it is typed,
 * a tick true or false; several layers and choices are lists.
 */
export type Kind = 'flag' | 'number' | 'choice' | 'choices' | 'text' | 'file' | 'folder' | 'layer' | 'place';
export interface Field {
  option: string;
  kind: Kind;
  /** A heading, or '' for what comes first. */
  section: string;
  /** For people; where the command line is meant, options are written --like-this. */
  help: string;
  /** What the value is called: METRES, N, WxH. */
  value: string;
  unit: '' | 'm' | '°' | 'tu';
  whole: boolean;
  lowest: number | null;
  highest: number | null;
  choices: string[];
  default: string;
  several: boolean;
  /** So many numbers, with blanks between them, that are words of their own. */
  words: number;
  /** Of little use to most: shown when asked for. */
  rare: boolean;
  /** The member that the library's errors name. */
  member: string | null;
}
export interface Form {
  command: string;
  summary: string;
  /** Whether it takes a surface map besides the terrain; 'maybe': it works without one, too. */
  surface: 'yes' | 'no' | 'maybe';
  /** What the output is: one file whose ending says its format, a folder, or a package of files. */
  output: 'file' | 'folder' | 'zip';
  /** What the name of a file or package ends in: ".png", ".zip"; '' of folders, and where several may be. */
  ending: string;
  fields: Field[];
  /** Options that it does not have, and why. */
  without: { option: string; why: Key }[];
}
export type Values = { [option: string]: string | boolean | string[] };

/** Options that no form has, and the sentence that says why: what the page does itself, and what only a
 *  command line is for. */
export const without: { [option: string]: Key } = {
  help: 'withoutShown', quiet: 'withoutShown', json: 'withoutFiles', stdout: 'withoutFiles', out: 'withoutOut', band: 'withoutGdal',
  into: 'withoutDisk', grade: 'withoutInto', html: 'withoutTable', 'export beamng --keep': 'withoutInto', 'export beamng --only': 'withoutInto', 'export beamng --mask': 'withoutInto',
  'export beamng --plants-only': 'withoutInto', 'export ror --keep': 'withoutInto', 'export ror --only': 'withoutInto', 'export ror --mask': 'withoutInto',
  'fit --onto': 'withoutOnto', 'fit --unexplained': 'withoutTable',
  force: 'withoutForce', 'dry-run': 'withoutDry', style: 'withoutStyle', cover: 'withoutStyle', 'cover-legend': 'withoutStyle',
  'cover-areas': 'withoutStyle',
};
/** Why a command's option has no form; undefined: it has one. */
export function isWithout(command: string, option: string): Key | undefined {
  return without[`${command} --${option}`] ?? without[option];
}
/** What most people fill in, in this order: the first four that a command has stand beside its name, the rest under More. */
const FIRST = ['water', 'plants', 'roads', 'resample', 'title', 'size', 'from', 'only', 'format', 'layers', 'legend', 'decimate'];
export function isFirst({ fields }: Form, { option }: Field): boolean {
  return FIRST.filter((one) => fields.some((field) => field.option === one)).slice(0, 4).includes(option);
}
const RARE = /never changes a result/;

/** What values of options that have a reader of their own are, by what help calls them. */
const KINDS: { [value: string]: [Kind, Field['unit'], boolean] } = {
  METRES: ['number', 'm', false], M: ['number', 'm', false], N: ['number', '', true], S: ['number', '', false],
  'fill=METRES': ['text', '', false], 'LO HI': ['text', 'm', false], WxH: ['text', '', false],
  'X,Y,WxH': ['text', '', false], 'X,Y': ['text', '', false], SIZE: ['text', '', false], BYTES: ['text', '', false],
  PLACE: ['place', '', false], 'PLACE,Z': ['text', '', false], LAYER: ['layer', '', false], DIRECTION: ['text', '', false],
  'AZIMUTH,ELEVATION': ['text', '°', false], ORDER: ['text', '', false], NAME: ['text', '', false],
};
const isFile = (value: string) => /^(FILE|TERRAIN|SURFACE|MAP|LEVEL)$|^FILE|\.[a-z0-9]+$/.test(value);

/** The kind, unit and wholeness of an option; undefined: nobody knows how to ask for it. */
function kindOf(option: Option): [Kind, Field['unit'], boolean] | undefined {
  if (option.words === 0) return ['flag', '', false];
  if (option.choices !== null) return [option.type === 'choices' ? 'choices' : 'choice', '', false];
  switch (option.type) {
    case 'count': return ['number', '', true];
    case 'real': return ['number', option.value === 'O' ? 'tu' : option.value === 'DEGREES' ? '°' : /^M(ETRES)?$/.test(option.value) ? 'm' : '', false];
    case 'relief': return ['number', '', false];
    case 'metres': return ['number', 'm', false];
    case 'bytes': case 'size': case 'side': case 'sun': case 'direction': case 'line': case 'name':
      return ['text', '', false];
    case 'text': return option.value === 'LAYER' ? ['layer', '', false] : option.value === 'FOLDER' ? ['folder', '', false] : isFile(option.value) ? ['file', '', false] : ['text', '', false];
    default: return /^[a-z0-9-]+(\|[a-z0-9-]+)+$/.test(option.value) ? ['choice', '', false]
      : option.value === '' ? undefined : KINDS[option.value] ?? ['text', '', false];
  }
}

export function fieldOf(option: Option): Field | undefined {
  const kind = kindOf(option);
  if (kind === undefined || option.help === '') return undefined;
  const asWords = option.choices ?? (kind[0] === 'choice' ? option.value.split('|') : []);
  return {
    option: option.name, kind: kind[0], section: option.section, help: option.help, value: option.value, unit: kind[1],
    whole: kind[2], lowest: option.lowest, highest: option.highest, choices: asWords,
    default: option.default === null || typeof option.default === 'boolean' ? ''
      : Array.isArray(option.default) ? option.default.join(',') : String(option.default),
    several: option.several || kind[0] === 'choices', words: option.words,
    rare: RARE.test(option.help) || option.group === 'terrain', member: option.member,
  };
}

/** The commands that write what is made of a terrain: their forms, in the order of the program's help. */
export function forms(options: Options, wanted: (command: Command) => boolean = isExport): Form[] {
  return options.commands.filter(wanted).map((command) => ({
    command: command.name,
    summary: command.summary,
    surface: /\[SURFACE\]/.test(command.synopsis) ? 'maybe' as const : /SURFACE/.test(command.synopsis) ? 'yes' as const : 'no' as const,
    output: /FOLDER$/.test(command.synopsis) ? 'folder' as const : /NAME\.\w+$/.test(command.synopsis) ? 'zip' as const : 'file' as const,
    ending: /(?:NAME|FILE)(\.\w+)$/.exec(command.synopsis)?.[1] ?? '',
    without: command.options.flatMap(({ name }) => {
      const why = isWithout(command.name, name);
      return why === undefined ? [] : [{ option: name, why }];
    }),
    fields: command.options.filter(({ name }) => isWithout(command.name, name) === undefined).map((option) => {
      const field = fieldOf(option);
      if (field === undefined) throw new Error(`scree ${command.name} --${option.name}: no form knows how to ask for ${option.value || 'it'}`);
      return field;
    }),
  }));
}
export function isExport({ name, family }: Command): boolean {
  return family === 'export' || ['bake', 'preview', 'render', 'plants', 'convert'].includes(name);
}

/** A sentence of text.ts, and what is put into it. */
export type Complaint = [Key, ...(string | number)[]];
/** Why a value cannot be. What the program alone can judge is left to it. */
export function complaint(field: Field, value: string | boolean | string[]): Complaint | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  if (field.kind === 'choice' && !field.choices.includes(value)) return ['chooseOneOf', field.choices.join(', ')];
  if (field.kind !== 'number' || (field.value === 'M' && value === 'none')) return undefined;
  const number = numberOf(value);
  if (number === undefined) return [/\d[.,]\d/.test(value) ? 'typePlain' : 'typeANumber'];
  if (field.whole && !Number.isInteger(number)) return ['typeWhole'];
  if (field.lowest !== null && number < field.lowest) return ['atLeast', field.lowest];
  if (field.highest !== null && number > field.highest) return ['atMost', field.highest];
  return undefined;
}

/** A number as the program reads it: with a decimal point. */
const inPoints = ({ kind, value: called }: Field, text: string) => (kind === 'number' || called === 'LO HI' ? text.replaceAll(',', '.') : text);
/** A name that begins with '-' would be an option. */
const operand = (name: string) => (name.startsWith('-') ? `./${name}` : name);

/** The words of a command line, without "scree": what Program.run() takes. */
export function words(form: Form, operands: string[], output: string, values: Values): string[] {
  const out = [...form.command.split(' '), ...operands.map(operand)];
  if (output !== '') out.push('-o', operand(output));
  for (const field of form.fields) {
    const value = values[field.option], name = `--${field.option}`;
    if (value === undefined || value === '' || value === false) continue;
    if (value === true) out.push(name);
    else if (field.kind === 'choices' && Array.isArray(value)) { if (value.length > 0) out.push(name, value.join(',')); }
    else for (const one of Array.isArray(value) ? value : [value])
      out.push(name, ...(field.words > 1 ? inPoints(field, one).trim().split(/\s+/) : [inPoints(field, one)]));
  }
  return out;
}

/** As a shell of Linux or macOS reads it. */
export function forShell(args: string[]): string {
  return ['scree', ...args].map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
}

/** As the command prompt of Windows hands it to the program. */
export function forWindows(args: string[]): string {
  return ['scree', ...args].map((word) => {
    if (/^[\w@+:./\\#-]+$/.test(word)) return word;
    // Backslashes count only before a quote.
    const quoted = `"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;
    // A quote within ends the prompt's own quoting, and a % begins a variable even there: then every
    // sign that means something to it gets its caret.
    return /["%]/.test(word) ? quoted.replace(/[()%!^"<>&|]/g, '^$&') : quoted;
  }).join(' ');
}
