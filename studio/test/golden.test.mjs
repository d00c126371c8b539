// Every case of golden/ in Chromium, in a page opened from the disk: the C program of the cases itself,
// all their planes by one worker and by four, live pictures by one and by four, and the pictures of
// golden/views by the program in the page.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { island, natively } from './native.mjs';
import { launch, root } from './page.mjs';

const text = async (contents, options = {}) => (await build({ stdin: { contents, resolveDir: join(root, 'wasm/src'), loader: 'ts' }, bundle: true,
  write: false, format: 'iife', target: 'es2022', logLevel: 'warning', logOverride: { 'empty-import-meta': 'silent' }, ...options })).outputFiles[0].text;
const base64 = (name) => readFileSync(join(root, name)).toString('base64');
/** The pictures that the text of a map names, beside it: [name, path]. */
const masksOf = (surface) => [...new Set([...readFileSync(join(root, surface), 'latin1').matchAll(/"file": "([^"]+)"/g)].map(([, file]) => file))]
  .map((file) => [file, join(surface, '..', file)]).filter(([, path]) => existsSync(join(root, path))); // one that is off may be missing
const lines = (name) => readFileSync(join(root, 'golden', name), 'utf8').trim().split('\n').filter((line) => !line.startsWith('#')).map((line) => line.split(/ +/));

/** The cases of tests/golden/cases.cmake; `noise` has no map, only functions. */
const names = readFileSync(join(root, 'tests/golden/cases.cmake'), 'utf8').match(/set\(SCREE_GOLDEN_CASES ([^)]*)\)/)[1].split(/\s+/);
const cases = names.filter((name) => name !== 'noise')
  .map((name) => {
    const { terrain, surface, depth, 'root-density': density, latitude, 'degrees-east': east, 'degrees-north': north, ...rest } = Object.fromEntries(lines(`${name}/case.txt`));
    const options = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, key === 'grid' ? value : Number(value)]));
    return { name, terrain: join('golden', name, terrain), surface: join('golden', name, surface), masks: masksOf(join('golden', name, surface)),
      options: { ...options, rootDensity: density === 'yes', ...(depth === undefined ? {} : { depth: Number(depth) }) },
      globe: latitude === undefined ? undefined : [latitude, east, north].map(Number),
      expected: Object.fromEntries(lines(`${name}/expect.txt`).map(([plane, , , , sha256]) => [plane, sha256])) };
  });
/** The library with what puts a terrain on a globe (tests/golden/on_globe.c). */
const library = 'build/wasm/wasm/golden_library.wasm';

/** In the page: bytes of base64, a script's URL, and a digest as it is written. */
const tools = `
  window.bytes = (coded) => Uint8Array.from(atob(coded), (c) => c.charCodeAt(0));
  window.url = (script) => URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  window.digest = async (data) => [...new Uint8Array(await crypto.subtle.digest('SHA-256', data))].map((one) => one.toString(16).padStart(2, '0')).join('');`;

let browser, page;
before(async () => {
  browser = await launch();
  page = await browser.newPage();
  await page.goto(pathToFileURL(join(root, 'LICENSE')).href);
  await page.evaluate(tools);
});
after(() => browser?.close());

/** Planes of a part of a case's rows, in the names of expect.txt. */
const rowsWorker = `
  import { instantiate } from './index';
  const kinds = ['weight8', 'weight16', 'weight32', 'reach8', 'reach16', 'reach32', 'winner', 'index', 'picture', 'blend'];
  onmessage = ({ data: { module, ter, srf, masks, globe, options, part, parts } }) => {
    const scree = instantiate(module), terrain = scree.terrain(ter), surface = scree.surface(srf, { terrain });
    for (const [file, picture] of masks) surface.mask(file, picture);
    if (globe !== undefined) scree.instance.call('scree_golden_on_globe', terrain.at(), ...globe);
    const whole = scree.plan(terrain, surface, options), row = Math.floor(whole.height * part / parts);
    const rows = Math.floor(whole.height * (part + 1) / parts) - row;
    const plan = scree.plan(terrain, surface, { ...options, row, rows, column: 0, columns: whole.width });
    const planes = {};
    for (const kind of kinds) {
      if (kind === 'blend' && plan.materials > 5) continue;
      const each = /\\d$/.test(kind), name = kind.replace('reach', 'eff');
      plan.planes(kind).forEach((plane, i) => { planes[each ? name + '-' + String(i).padStart(2, '0') : name] = plane; });
    }
    postMessage({ planes, coverage: plan.coverage() });
  };`;

test('every plane of every case is golden under node, by one worker and by four', { timeout: 300000 }, async () => {
  const digest = (...pieces) => pieces.reduce((sum, piece) => sum.update(piece), createHash('sha256')).digest('hex');
  const script = `const { parentPort } = require('node:worker_threads'); globalThis.postMessage = (value) => parentPort.postMessage(value);
    parentPort.on('message', (data) => globalThis.onmessage({ data })); ${await text(rowsWorker)}`;
  const module = await WebAssembly.compile(readFileSync(join(root, library)));
  for (const { name, terrain, surface, masks, globe, options, expected } of cases)
    for (const parts of [1, 4]) {
      const made = await Promise.all(Array.from({ length: parts }, (_, part) => new Promise((resolve, reject) => {
        const worker = new Worker(script, { eval: true });
        worker.on('message', (data) => { void worker.terminate(); resolve(data); });
        worker.on('error', reject);
        worker.postMessage({ module, ter: readFileSync(join(root, terrain)), srf: readFileSync(join(root, surface)), masks: masks.map(([file, path]) => [file, readFileSync(join(root, path))]), globe, options, part, parts });
      })));
      const found = Object.fromEntries(Object.keys(made[0].planes).map((plane) => [plane, digest(...made.map(({ planes }) => planes[plane]))]));
      found.coverage = digest(Buffer.from(BigUint64Array.from(made[0].coverage, (_, i) => made.reduce((sum, { coverage }) => sum + coverage[i], 0n)).buffer));
      assert.deepEqual(found, expected, `${name} by ${parts}`);
    }
});

test('every plane of every case is golden in Chromium, by one worker and by four', { timeout: 300000 }, async () => {
  assert.ok(cases.length >= 11 && cases.filter(({ globe }) => globe !== undefined).length >= 2, `${cases.length} cases`);
  await page.evaluate(async ({ worker, wasm }) => {
    window.rows = window.url(worker);
    window.library = await WebAssembly.compile(window.bytes(wasm));
  }, { worker: await text(rowsWorker), wasm: base64(library) });
  for (const { name, terrain, surface, masks, globe, options, expected } of cases)
    for (const parts of [1, 4]) {
      const found = await page.evaluate(async ({ ter, srf, masks, globe, options, parts }) => {
        const made = await Promise.all(Array.from({ length: parts }, (_, part) => new Promise((resolve, reject) => {
          const worker = new Worker(window.rows);
          worker.onmessage = ({ data }) => { worker.terminate(); resolve(data); };
          worker.onerror = (event) => reject(new Error(event.message));
          worker.postMessage({ module: window.library, ter: window.bytes(ter), srf: window.bytes(srf), masks: masks.map(([file, coded]) => [file, window.bytes(coded)]), globe, options, part, parts });
        })));
        const out = {};
        for (const plane of Object.keys(made[0].planes)) out[plane] = await window.digest(await new Blob(made.map(({ planes }) => planes[plane])).arrayBuffer());
        out.coverage = await window.digest(BigUint64Array.from(made[0].coverage, (_, i) => made.reduce((sum, { coverage }) => sum + coverage[i], 0n)));
        return out;
      }, { ter: base64(terrain), srf: base64(surface), masks: masks.map(([file, path]) => [file, base64(path)]), globe, options, parts });
      assert.deepEqual(found, expected, `${name} by ${parts}`);
    }
});

test('live pictures of one and of four workers are golden', { timeout: 300000 }, async () => {
  const library = await text("export * from './index'; export { Workers } from './workers';", { format: 'esm' });
  // A classic worker, as pages from the disk may have no others.
  const worker = `(async () => {${await text("import './worker';", { format: 'esm' })}})();`;
  for (const { name, terrain, surface, masks, options: { depth, ...options }, expected } of cases.filter(({ globe }) => globe === undefined)) {
    const found = await page.evaluate(async ({ library, worker, wasm, ter, srf, masks, options }) => {
      const { compile, load, Workers } = await import(window.url(library));
      const module = await compile(window.bytes(wasm)), scree = await load(module);
      // The size that a case without one has.
      const { width, height } = scree.live(scree.terrain(window.bytes(ter)), options), shown = [];
      for (const count of [1, 4]) {
        const workers = await Workers.start(count, module, () => new Worker(window.url(worker)));
        await workers.terrain(window.bytes(ter), 'island.ter');
        for (const [file, coded] of masks) await workers.mask(file, window.bytes(coded));
        await workers.view({ ...options, width, height });
        const { picture, winner } = await workers.update(window.bytes(srf));
        shown.push({ picture: await window.digest(picture), winner: winner && await window.digest(winner) });
        workers.end();
      }
      return shown;
    }, { library, worker, wasm: base64('build/wasm/wasm/scree_library.wasm'), ter: base64(terrain), srf: base64(surface), masks: masks.map(([file, path]) => [file, base64(path)]), options });
    for (const { picture, winner } of found) {
      assert.equal(picture, expected.picture, name);
      if (depth === undefined) assert.equal(winner, expected.winner, name); // else of layers that are added up
    }
  }
});

/** Runs a program of build/wasm/wasm in a worker of the page, as the studio does: what Program.run() answers. */
async function running(program) {
  const loader = { name: 'loader', setup: (made) => { made.onResolve({ filter: /scree_program\.mjs$/ }, () => ({ path: join(root, `build/wasm/wasm/${program}.mjs`) })); } };
  const worker = await text("import '../../studio/src/program.worker';", { plugins: [loader] });
  const library = await text("export { Program } from '../../studio/src/program';", { format: 'esm' });
  await page.evaluate(async ({ worker, library, wasm }) => {
    const { Program } = await import(window.url(library)), module = await WebAssembly.compile(window.bytes(wasm)), at = window.url(worker);
    window.program = new Program(module, () => new Worker(at));
  }, { worker, library, wasm: base64(`build/wasm/wasm/${program}.wasm`) });
  return (args, files) => page.evaluate(async ({ args, files }) => {
    const ran = await window.program.run(args, new Map(files.map(([name, coded]) => [name, window.bytes(coded)])));
    const made = [];
    for (const [name, bytes] of ran.files) made.push([name, await window.digest(bytes)]);
    return { code: ran.code, stdout: ran.stdout, stderr: ran.stderr, files: Object.fromEntries(made) };
  }, { args, files: [...files].map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]) });
}

test('the program of the cases passes them all in a worker, functions, too', { timeout: 300000 }, async () => {
  const run = await running('golden_page');
  for (const name of names) {
    const own = readdirSync(join(root, 'golden', name)).filter((file) => file !== 'preview.png').map((file) => `golden/${name}/${file}`);
    const inputs = cases.filter((one) => one.name === name).flatMap(({ terrain, surface, masks }) => [terrain, surface, ...masks.map(([, path]) => path)]);
    const files = new Map([...new Set([...own, ...inputs])].map((file) => [file, readFileSync(join(root, file))]));
    const { code, stdout, stderr } = await run(['golden', 'out', name, '--once'], files);
    assert.deepEqual([code, stderr], [0, ''], `${name}: ${stdout}`);
  }
  // It does compare.
  const files = new Map(['expect.txt'].map((file) => [`golden/noise/${file}`, Buffer.from(readFileSync(join(root, `golden/noise/${file}`), 'utf8').replace('d9f0', 'd9f1'))]));
  assert.equal((await run(['golden', 'out', 'noise', '--once'], files)).code, 1);
});

test('the pictures of golden/views and both exports are the files of the program of this system', { timeout: 300000 }, async () => {
  const run = await running('scree_program');
  const inputs = new Map([...island, ['ROADS', readFileSync(join(root, 'golden/views/roads.json'))]]);
  const all = [...lines('views/case.txt').map(([name, verb, ...options]) => [verb, 'island.ter', 'island.srf', '-q', '-o', `${name}.png`, ...options]),
    ['export', 'ror', 'island.ter', 'island.srf', '-q', '-o', 'island.zip'], ['export', 'beamng', 'island.ter', 'island.srf', '-q', '-o', 'level.zip']];
  assert.ok(all.length >= 20);
  for (const args of all) {
    const expected = natively(args, inputs), { code, stderr, files } = await run(args, inputs);
    assert.deepEqual({ code, stderr, files }, { code: 0, stderr: expected.stderr,
      files: Object.fromEntries([...expected.files].map(([name, bytes]) => [name, createHash('sha256').update(bytes).digest('hex')])) }, args.join(' '));
  }
});
