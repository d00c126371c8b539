// A worker of the studio whose instance breaks in a call is replaced, and knows what the one before knew.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { bundle, root, script } from './bundle.mjs';
import { read } from './native.mjs';

globalThis.navigator ??= { language: 'en' };
const { Hand } = await import(await bundle('pool.ts', { platform: 'node' }));
const module = await WebAssembly.compile(readFileSync(join(root, 'build/wasm/wasm/scree_library.wasm')));
const ter = read('examples/island.ter'), srf = read('examples/island.srf'), map = { bytes: srf, masks: [] };

/** The worker under node. Its lint traps in the first `bad` workers that are made. */
const text = `const { parentPort, workerData } = require('node:worker_threads');
  globalThis.postMessage = (value, transfer) => parentPort.postMessage(value, transfer);
  parentPort.on('message', (data) => globalThis.onmessage({ data }));
  const unreachable = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 97, 0, 0, 10, 5, 1, 3, 0, 0, 11]);
  const Real = WebAssembly.Instance, trap = new Real(new WebAssembly.Module(unreachable)).exports.a;
  if (workerData.bad) WebAssembly.Instance = function (...args) { return { exports: { ...new Real(...args).exports, scree_lint_create: trap } }; };
  ${await script('worker.ts')}`;
async function opened(bad) {
  const made = [], restarts = [];
  const hand = new Hand(() => {
    made.push(new Worker(text, { eval: true, workerData: { bad: made.length < bad } }));
    return made.at(-1);
  }, () => restarts.push(made.length));
  await hand.ask('start', [module]);
  await hand.ask('terrain', [ter, { name: 'island.ter' }]);
  // A worker that is ended is not replaced when nobody hears of it.
  return { hand, restarts, end: () => Promise.all(made.map((worker) => worker.removeAllListeners().terminate())) };
}

test('a call that traps is asked of another worker, which has the terrain', async () => {
  const whole = await opened(0), broken = await opened(1);
  try {
    const expected = await whole.hand.ask('lint', [map]);
    assert.deepEqual(await broken.hand.ask('lint', [map]), expected);
    assert.deepEqual(await broken.hand.ask('probe', [map, 900, 1250]), await whole.hand.ask('probe', [map, 900, 1250]));
    assert.deepEqual([whole.restarts, broken.restarts], [[], [2]]);
  } finally {
    await whole.end();
    await broken.end();
  }
});

test('a call that traps twice is an error, and others are answered after it', async () => {
  const whole = await opened(0), { hand, restarts, end } = await opened(2);
  try {
    await assert.rejects(hand.ask('lint', [map]), { code: 'worker' });
    assert.deepEqual(await hand.ask('probe', [map, 900, 1250]), await whole.hand.ask('probe', [map, 900, 1250]));
    assert.deepEqual(restarts, [2, 3]);
  } finally {
    await whole.end();
    await end();
  }
});

test('an error of the library is an answer, and the worker stays', async () => {
  const { hand, restarts, end } = await opened(0);
  try {
    await assert.rejects(hand.ask('open', [new Uint8Array([1, 2, 3]), 'bad.srf']), (e) => e.name === 'ScreeError' && e.code !== 'worker');
    assert.equal((await hand.ask('open', [srf, 'island.srf'])).warnings.length, 0);
    assert.deepEqual(restarts, []);
  } finally {
    await end();
  }
});
