// Forms of exports, and command lines made of them, against the program's own word.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { bundle } from './bundle.mjs';
import { natively } from './native.mjs';

const { complaint, fieldOf, forShell, forWindows, forms, isExport, isWithout, without, words } = await import(await bundle('forms.ts'));
globalThis.navigator ??= { language: 'en' }; // node 18 has none
const { texts } = await import(await bundle('text.ts', { platform: 'node' }));
const options = JSON.parse(natively(['help', '--json']).stdout);
const all = forms(options);
const form = (command) => all.find((one) => one.command === command);
const field = (command, option) => form(command).fields.find((one) => one.option === option);

test('every option of every export has a form, or a reason to have none', () => {
  const exports = options.commands.filter(isExport);
  assert.ok(exports.filter(({ family }) => family === 'export').length >= 2);
  assert.deepEqual(all.map(({ command }) => command), exports.map(({ name }) => name));
  for (const command of exports) {
    const asked = new Set(form(command.name).fields.map(({ option }) => option));
    const { without } = form(command.name);
    for (const { name } of command.options) {
      const why = isWithout(command.name, name);
      assert.ok(asked.has(name) !== (why !== undefined), `scree ${command.name} --${name}`);
      // The page says why: in words of every language.
      assert.deepEqual(without.filter(({ option }) => option === name), why === undefined ? [] : [{ option: name, why }]);
      if (why !== undefined) for (const words of Object.values(texts)) assert.match(words[why], /\p{L}/u, why);
    }
  }
  const unknown = { ...options.commands[0].options[0], name: 'new', type: 'own', value: '', words: 1, choices: null };
  assert.equal(fieldOf(unknown), undefined);
  const { options: some, ...rest } = exports[0];
  assert.throws(() => forms({ ...options, commands: [{ ...rest, options: [...some, unknown] }] }), /--new/);
});

test('fitting has a form, too', () => {
  const [one] = forms(options, ({ name }) => name === 'fit'), { options: all } = options.commands.find(({ name }) => name === 'fit');
  const asked = new Set(one.fields.map(({ option }) => option));
  for (const { name } of all) assert.ok(asked.has(name) !== (isWithout('fit', name) !== undefined), `scree fit --${name}`);
  const field = (option) => one.fields.find((each) => each.option === option);
  assert.deepEqual([field('classes').kind, field('aerial').kind, field('no-noise').kind, field('splat').kind], ['file', 'number', 'flag', 'text']);
});

test('what no form has is there', () => {
  const asked = options.commands.filter((command) => isExport(command) || command.name === 'fit');
  const there = new Set(asked.flatMap(({ name, options: all }) => all.flatMap((option) => [option.name, `${name} --${option.name}`])));
  const gone = Object.entries(without).filter(([key, why]) => why !== 'withoutGdal' && !there.has(key)); // a build may have no GDAL
  assert.deepEqual(gone, []);
});

test('fields are what the help says', () => {
  const water = field('export ror', 'water');
  assert.deepEqual([water.kind, water.unit, water.section, water.member], ['number', 'm', '', 'water_m']);
  assert.match(water.help, /altitude of the water/);
  const size = field('export ror', 'bake-size');
  assert.deepEqual([size.kind, size.whole, size.lowest, size.highest, size.section], ['number', true, 64, 16384, 'Layers and textures']);
  assert.deepEqual(field('bake', 'only').choices.slice(0, 4), ['masks', 'blend', 'beamng', 'preview']);
  assert.equal(field('bake', 'only').kind, 'choices');
  assert.equal(field('bake', 'format').default, 'png8');
  // What a run says that "-v shows" can be asked for on the page.
  for (const one of all) assert.equal(one.fields.find(({ option }) => option === 'verbose').kind, 'flag', one.command);
  assert.equal(field('export ror', 'grass').several, true);
  assert.equal(field('export ror', 'grass').kind, 'layer');
  assert.equal(field('export ror', 'textures').kind, 'folder');
  assert.equal(field('export beamng', 'holes').kind, 'file');
  assert.equal(field('export ror', 'folder').kind, 'flag');
  assert.equal(field('bake', 'height-range').words, 2);
  assert.equal(field('bake', 'threads').rare && field('bake', 'cell').rare && !field('bake', 'size').rare, true);
  assert.deepEqual([form('export ror').output, form('bake').output, form('render').output], ['zip', 'folder', 'file']);
  assert.deepEqual([form('export ror').ending, form('bake').ending, form('render').ending], ['.zip', '', '.png']);
  assert.deepEqual([form('export ror').surface, form('render').surface], ['yes', 'maybe']);
});

test('what is typed wrong is said at once', () => {
  const size = field('export ror', 'bake-size');
  assert.equal(complaint(size, '2048'), undefined);
  assert.equal(complaint(size, ''), undefined);
  assert.deepEqual(complaint(size, '2048.5'), ['typeWhole']);
  assert.deepEqual(complaint(size, '63'), ['atLeast', 64]);
  assert.deepEqual(complaint(size, '20000'), ['atMost', 16384]);
  assert.deepEqual(complaint(size, 'many'), ['typeANumber']);
  const water = field('export ror', 'water');
  for (const good of ['-12.5', '-12,5', '1.234', '0,125', '1e3']) assert.equal(complaint(water, good), undefined, good);
  for (const bad of ['1,234', '1,234.5', '1.234.567', '12 m', '--1']) assert.match(complaint(water, bad)[0], /^type(Plain|ANumber)$/, bad);
  assert.match(complaint(field('bake', 'format'), 'gif')[1], /png8/);
});

/** A value that a field may have. */
function sample({ kind, option, value, choices, lowest, highest, words: count, default: usual }) {
  if (kind === 'flag') return true;
  if (kind === 'choice') return choices.at(-1);
  if (kind === 'choices') return choices.slice(0, 2);
  if (kind === 'file' || kind === 'folder') return 'some.json';
  if (kind === 'layer') return ['Dry grass'];
  if (kind === 'place') return '900E,1250N';
  const texts = { 'keep|fill=METRES|fill=smooth': 'fill=smooth', 'LON,LAT,KM': '1.52,42.5,10', 'fill=METRES': 'fill=12', WxH: '64x64', 'X,Y,WxH': '1,2,64x64', SIZE: '64', 'I/N': '1/2', auto: 'auto', BYTES: '2G', 'PLACE,Z': '900E,1250N,160',
    DIRECTION: 'north-west', 'HH:MM': '10:30', 'AZIMUTH,ELEVATION': '315,40', NAME: 'island', TEXT: 'An island', 'NAME,...': 'a,b', N: '64', S: '2' };
  if (option === 'max-memory') return '2G';
  if (count === 2) return '0 412.5';
  if (kind === 'text') {
    assert.ok(value in texts, `--${option}: what may ${value} be?`);
    return texts[value];
  }
  if (option === 'samples') return '4';
  if (option === 'resample' && lowest !== null && lowest >= 64) return String(lowest);
  return usual || String(Math.min(Math.max(lowest ?? 1, 2), highest ?? 2));
}
/** What an option wants to be given with. */
const company = { layers: { splat: '4' }, target: { camera: '900E,1250N,160' }, fov: { camera: '900E,1250N,160' },
  'no-grade': { roads: 'some.json' }, 'box-points': { box: '1.52,42.5,10' }, 'bake-masks': { terrain: 'some.json' } };

test('the program takes every field that is filled', () => {
  for (const one of all) {
    for (const filled of one.fields) {
      const values = { ...company[filled.option], [filled.option]: sample(filled) };
      assert.equal(complaint(filled, values[filled.option]), undefined, filled.option);
      const map = one.command === 'convert' && ['sliders', 'terrain', 'bake-masks'].includes(filled.option);
      const mesh = ['surface', 'decimate'].includes(filled.option);
      const operands = one.command !== 'convert' ? ['none.ter', 'none.srf']
        : map ? ['none.srf', 'out.srf.json'] : ['none.ter', mesh ? 'out.glb' : 'out.png'];
      const output = one.command === 'convert' ? '' : one.output === 'folder' || values.folder ? 'out' : `out${one.ending}`;
      const line = words(one, operands, output, values), { code, stderr } = natively(line);
      assert.equal(code, 3, `scree ${line.join(' ')}: ${stderr}`); // there is no none.ter
    }
  }
});

test('words are those of the command line', () => {
  assert.deepEqual(words(form('export ror'), ['a.ter', '-b.srf'], 'out.zip',
    { water: '0', grass: ['Grass', 'Dry grass'], folder: false, 'shadows-off': true, author: '', 'height-range': ' 0  412.5 ' }),
  ['export', 'ror', 'a.ter', './-b.srf', '-o', 'out.zip', '--water', '0', '--shadows-off', '--grass', 'Grass', '--grass', 'Dry grass',
    '--height-range', '0', '412.5']);
  assert.deepEqual(words(form('export ror'), ['a.ter', 'b.srf'], 'o.zip', { water: '-1,5', 'height-range': '0 412,5' }).slice(-5),
    ['--water', '-1.5', '--height-range', '0', '412.5']);
  assert.deepEqual(words(form('bake'), ['a.ter', 'b.srf'], 'out', { only: ['masks', 'blend'] }).slice(-2), ['--only', 'masks,blend']);
  assert.deepEqual(words(form('bake'), ['a.ter', 'b.srf'], 'out', { only: [] }).slice(-2), ['-o', 'out']);
});

const odd = ['plain', 'two words', "it's", '"quoted"', '$HOME `id` \\', '', '*', 'a\nb', 'Ännchen', '#1', '~', '100%', 'a&b|c', 'C:\\my maps\\', '!x', '^y', '%PATH%'];
test('a shell reads the words again', () => {
  const out = execFileSync('sh', ['-c', `scree() { for word; do printf '%s\\0' "$word"; done; }\n${forShell(odd)}`], { encoding: 'utf8' });
  assert.deepEqual(out.split('\0').slice(0, -1), odd);
  assert.equal(forShell(['bake', 'island.ter', '-o', 'my out']), "scree bake island.ter -o 'my out'");
});

/** What the command prompt of Windows hands over: carets end, except within quotes. */
function prompt(line) {
  let out = '', quoted = false;
  for (let i = 0; i < line.length; i++) {
    if (line[i] === '^' && !quoted) { i++; out += line[i]; continue; }
    assert.ok(quoted || !/[&|<>]/.test(line[i]), `${line[i]} means something`);
    if (line[i] === '"') quoted = !quoted;
    out += line[i];
  }
  return out;
}
/** What a program of Windows makes of its command line: the rules of CommandLineToArgvW. */
function argv(line) {
  const out = [];
  let word, quoted = false;
  for (let i = 0; i < line.length;) {
    const [slashes] = /^\\*/.exec(line.slice(i)), after = line[i + slashes.length];
    if (slashes !== '') {
      word = (word ?? '') + '\\'.repeat(after === '"' ? slashes.length >> 1 : slashes.length);
      i += slashes.length;
      if (after === '"' && slashes.length % 2 === 1) { word += '"'; i++; }
    } else if (line[i] === '"') { quoted = !quoted; word ??= ''; i++;
    } else if (line[i] === ' ' && !quoted) { if (word !== undefined) out.push(word); word = undefined; i++;
    } else { word = (word ?? '') + line[i++]; }
  }
  if (word !== undefined) out.push(word);
  return out;
}
test('the prompt of Windows hands over the words again', () => {
  const printable = odd.filter((word) => !word.includes('\n'));
  const line = forWindows(printable);
  assert.deepEqual(argv(prompt(line)), ['scree', ...printable]);
  assert.ok(!/%PATH%/.test(line), 'a variable would be filled in');
  assert.equal(forWindows(['bake', 'my map.ter', 'C:\\maps\\']), 'scree bake "my map.ter" C:\\maps\\');
  assert.equal(forWindows(['a "b" c\\']), 'scree ^"a \\^"b\\^" c\\\\^"');
});
