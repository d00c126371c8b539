// Files that cannot be read, of tests/invalid: the program in the page says the sentence of the program
// of this system about every one, and the page shows it and goes on.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { bundle, root, script } from './bundle.mjs';
import { island, natively } from './native.mjs';
import { drop, launch, open, shown } from './page.mjs';

const folder = join(root, 'tests/invalid');
/** [name, bytes] of the files of a kind that the program of this system refuses. */
function refused(kind, ending, command) {
  return readdirSync(join(folder, kind)).filter((name) => name.endsWith(ending)).sort()
    .map((name) => [name, new Uint8Array(readFileSync(join(folder, kind, name)))])
    .map(([name, bytes]) => ({ name, bytes, args: [command, name], ran: natively([command, name], new Map([[name, bytes]])) }))
    .filter(({ ran }) => ran.code === 3);
}
const terrains = refused('ter', '.ter', 'info'), maps = refused('srf', '.srf', 'lint');

test('the program in a worker refuses what the program of this system refuses, in its words', async () => {
  assert.ok(terrains.length >= 25 && maps.length >= 25, `${terrains.length} terrains, ${maps.length} maps`);
  const { Program } = await import(await bundle('program.ts', { platform: 'node' }));
  const worker = await script('program.worker.ts');
  const module = await WebAssembly.compile(readFileSync(join(root, 'build/wasm/wasm/scree_program.wasm')));
  const program = new Program(module, () => new Worker(worker, { eval: true }));
  for (const { name, bytes, args, ran } of [...terrains, ...maps]) {
    const { code, stderr, files } = await program.run(args, new Map([[name, bytes]]));
    assert.deepEqual([code, stderr, files.size], [ran.code, ran.stderr, 0], name);
  }
});

test('50 bad files dropped on the page each show their sentence, and none breaks it', async () => {
  const browser = await launch();
  try {
    const { page, requests, faults } = await open(browser);
    await drop(page, ...[...island].map(([name, bytes]) => [name, bytes]));
    await shown(page, 0);
    // What is a terrain by its first bytes is one for the page, whatever its name.
    const bad = [...terrains.slice(0, 25), ...maps.filter(({ ran }) => !ran.stderr.includes('holds a terrain')).slice(0, 25)];
    for (const { name, bytes, ran } of bad) {
      // "scree: NAME: byte N: what is wrong": the end is the library's own.
      const sentence = ran.stderr.trim().split('\n').at(-1).slice(`scree: ${name}: `.length).replace(/^byte \d+: /, '');
      await drop(page, [name, bytes]);
      await page.waitForFunction(([file, words]) => {
        const text = document.querySelector('.said.error')?.textContent ?? '';
        return text.includes(file) && text.includes(words);
      }, [name, sentence.slice(0, 60)], { timeout: 10000 }).catch(async () =>
        assert.fail(`${name}: expected '${sentence}', the page says '${await page.textContent('.said.error').catch(() => '')}'`));
    }
    // What was open is still open, and works.
    const before = await page.evaluate(() => Number(document.documentElement.dataset.picture ?? 0));
    await drop(page, ...[...island].map(([name, bytes]) => [name, bytes]));
    await shown(page, before);
    assert.deepEqual(requests, []);
    assert.deepEqual(faults, []);
  } finally {
    await browser.close();
  }
});
