// The library in Chromium: golden weights of the island, and the same view by one and by four workers.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { launch, root } from './page.mjs';

const digest = (bytes) => createHash('sha256').update(bytes).digest('hex');
const text = async (contents) => (await build({ stdin: { contents, resolveDir: join(root, 'wasm/src'), loader: 'ts' }, bundle: true,
  write: false, format: 'esm', target: 'es2022', logLevel: 'warning' })).outputFiles[0].text;
const base64 = (name) => readFileSync(join(root, name)).toString('base64');

test('weights are golden in Chromium, and one and four workers show the same', async () => {
  const golden = readFileSync(join(root, 'golden/island/expect.txt'), 'utf8').trim().split('\n')
    .map((line) => line.split(/ +/)).filter(([plane]) => plane.startsWith('weight8-')).map((words) => words[4]);
  assert.ok(golden.length > 3);
  const library = await text("export * from './index'; export { Workers } from './workers';");
  // A classic worker, as pages from the disk may have no others.
  const worker = `(async () => {${await text("import './worker';")}})();`;
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.goto(pathToFileURL(join(root, 'LICENSE')).href);
    const found = await page.evaluate(async ({ library, worker, wasm, ter, srf }) => {
      const bytes = (coded) => Uint8Array.from(atob(coded), (c) => c.charCodeAt(0));
      const url = (script) => URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
      const { compile, load, Workers } = await import(url(library));
      const module = await compile(bytes(wasm)), scree = await load(module);
      const terrain = scree.terrain(bytes(ter), { name: 'island.ter' });
      const surface = scree.surface(bytes(srf), { terrain });
      const coded = (plane) => { let out = ''; for (const byte of plane) out += String.fromCharCode(byte); return btoa(out); };
      const live = scree.live(terrain, { width: 256, height: 256 });
      live.update(surface);
      const weights = Array.from({ length: surface.count }, (_, i) => coded(live.layer(i)));
      const shown = [];
      for (const count of [1, 4]) {
        const workers = await Workers.start(count, module, () => new Worker(url(worker)));
        await workers.terrain(bytes(ter), 'island.ter');
        await workers.view({ width: 256, height: 256 });
        const { picture, winner } = await workers.update(bytes(srf));
        shown.push([coded(picture), coded(winner)]);
        workers.end();
      }
      return { weights, shown, alone: [coded(live.picture()), coded(live.winner())] };
    }, { library, worker, wasm: base64('build/wasm/wasm/scree_library.wasm'), ter: base64('examples/island.ter'), srf: base64('examples/island.srf') });
    const digests = found.weights.map((coded) => digest(Buffer.from(coded, 'base64')));
    assert.deepEqual(digests.slice(0, golden.length), golden);
    for (const shown of found.shown) assert.deepEqual(shown.map(digest), found.alone.map(digest));
  } finally {
    await browser.close();
  }
});
