// The program in a worker of node: what it makes, says and leaves is that of the program of this system.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { bundle, root, script } from './bundle.mjs';
import { island, natively, read } from './native.mjs';
import { options } from '../options.mjs';

const { Program } = await import(await bundle('program.ts', { platform: 'node' }));
const worker = await script('program.worker.ts');
const module = await WebAssembly.compile(readFileSync(join(root, 'build/wasm/wasm/scree_program.wasm')));
const program = new Program(module, () => new Worker(worker, { eval: true }));

async function same(args, files = island) {
  const ran = await program.run(args, files), expected = natively(args, files);
  assert.equal(ran.stderr, expected.stderr);
  assert.equal(ran.code, expected.code);
  assert.equal(ran.stdout, expected.stdout);
  assert.deepEqual([...ran.files.keys()].sort(), [...expected.files.keys()].sort());
  for (const [name, bytes] of expected.files)
    assert.ok(Buffer.from(ran.files.get(name)).equals(bytes), `${name}: the bytes differ`);
  return ran;
}

test('both exports of the example are the bytes of the program of this system', async () => {
  const ror = await same(['export', 'ror', 'island.ter', 'island.srf', '-o', 'island.zip', '--json']);
  assert.deepEqual([...ror.files.keys()], ['island.zip']);
  await same(['export', 'ror', 'island.ter', 'island.srf', '-o', 'terrain', '--folder']);
  await same(['export', 'beamng', 'island.ter', 'island.srf', '-o', 'level.zip', '--author', 'Ännchen']);
  const level = await same(['export', 'beamng', 'island.ter', 'island.srf', '-o', 'level', '--name', 'island', '--import-files']);
  assert.ok(level.files.size > 5);
});

test('a bake, a picture, a terrain and a map are, too', async () => {
  const bake = await same(['bake', 'island.ter', 'island.srf', '-o', 'out']);
  assert.ok(bake.files.has('out/manifest.json'));
  await same(['bake', 'island.ter', 'island.srf', '-o', 'tiffs', '--format', 'tiff16', '--only', 'masks', '--size', '300x200']);
  await same(['render', 'island.ter', 'island.srf', '-o', 'seen.png', '--size', '160x90']);
  await same(['convert', 'island.ter', 'island.png']);
  await same(['new', 'island.ter', '-o', 'map.srf.json']);
  await same(['info', 'island.ter', 'island.srf', '--json']);
});

test('outputs that are there are replaced only when asked, and others stay', async () => {
  const files = new Map([...island, ['out/notes.txt', new Uint8Array([1])], ['out/blend.png', new Uint8Array([2])]]);
  const refused = await same(['bake', 'island.ter', 'island.srf', '-o', 'out', '--size', '64'], files);
  assert.equal(refused.code, 4);
  assert.equal(refused.files.size, 0);
  assert.match(refused.error, /--force/);
  const forced = await same(['bake', 'island.ter', 'island.srf', '-o', 'out', '--size', '64', '--force'], files);
  assert.ok(forced.files.has('out/blend.png') && !forced.files.has('out/notes.txt'));
  const changed = await same(['set', 'maps/a.srf', 'Grass.coverage=0.4', '-o', 'maps/a.srf', '--force'],
    new Map([['maps/a.srf', island.get('island.srf')]]));
  assert.deepEqual([...changed.files.keys()], ['maps/a.srf']);
});

test('progress and messages come while it works', async () => {
  const steps = [], messages = [];
  const { code, stderr, error } = await program.run(['bake', 'island.ter', 'island.srf', '-o', 'out', '--size', '1024'], island, {
    progress: (done, step) => steps.push([done, step]), message: (message) => messages.push(message) });
  assert.equal(code, 0);
  assert.equal(error, '');
  assert.ok(steps.length > 3 && steps.every(([done, step]) => done >= 0 && done <= 1 && /^[a-z ]+$/.test(step)));
  assert.ok(messages.length > 0 && messages.every(({ severity }) => severity === 'note' || severity === 'warning'));
  assert.equal(stderr, messages.map(({ severity, text }) => `${severity === 'warning' ? 'scree: warning: ' : ''}${text}\n`).join(''));
});

test('a failure is a sentence', async () => {
  const broken = new Map([...island, ['island.ter', island.get('island.ter').subarray(0, 1000)]]);
  const ran = await same(['export', 'ror', 'island.ter', 'island.srf', '-o', 'island.zip'], broken);
  assert.equal(ran.code, 3);
  assert.match(ran.error, /^island\.ter: byte \d+: /);
  assert.equal(ran.files.size, 0);
  assert.match((await same(['bake', 'island.ter', 'island.srf', '-o', 'out', '--sise', '3'])).error, /--size/);
  assert.match((await same(['lint', 'island.srf', '--terrain', 'none.ter'])).error, /none\.ter/);
});

test('runs are apart, and the inputs stay the caller\'s', async () => {
  const [a, b] = await Promise.all([
    program.run(['export', 'ror', 'island.ter', 'island.srf', '-o', 'island.zip'], island),
    program.run(['export', 'ror', 'island.ter', 'island.srf', '-o', 'island.zip', '--water', '10'], island)]);
  assert.equal(a.code + b.code, 0);
  assert.notDeepEqual(a.files.get('island.zip'), b.files.get('island.zip'));
  assert.deepEqual(island.get('island.ter'), read('examples/island.ter'));
});

test('a run is cancelled', async () => {
  const stop = new AbortController();
  const running = program.run(['bake', 'island.ter', 'island.srf', '-o', 'out', '--size', '8192'], island,
    { signal: stop.signal, progress: () => stop.abort() });
  await assert.rejects(running, { code: 'cancelled' });
  await assert.rejects(program.run(['info', 'island.ter'], island, { signal: AbortSignal.abort() }), { code: 'cancelled' });
});

test('what goes wrong around it is an error', async () => {
  for (const name of ['', '/etc/passwd', 'a/../b', './a', 'a//b'])
    await assert.rejects(program.run(['info', 'a'], new Map([[name, new Uint8Array(1)]])), { code: 'bad argument', field: 'files' });
  await assert.rejects(program.run(['info', 'island.ter', 'island.srf'], island, { message() { throw new Error('mine'); },
    progress() { throw new Error('mine'); } }).then((ran) => { if (ran.stderr === '') throw new Error('mine'); }), { message: 'mine' });
  const broken = new Program(module, () => new Worker('process.exit(3)', { eval: true }));
  await assert.rejects(broken.run(['info'], new Map()), { code: 'worker' });
  const failing = new Program(module, () => new Worker('throw new Error("mine")', { eval: true }));
  await assert.rejects(failing.run(['info'], new Map()), { code: 'worker', message: /mine/ });
});

test('its options are those of the program of this system', async () => {
  assert.equal(await options(), (await same(['help', '--json'], new Map())).stdout);
});
