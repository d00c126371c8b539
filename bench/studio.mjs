// studio.mjs [N]: how fast the studio is in Chromium, in milliseconds: from the drop of a terrain to its
// first picture, from a slider's step to the next picture, a frame in three dimensions. The page and
// build/release/cli/scree must be built. Shown, never a gate.
//
//     node bench/studio.mjs            N = 1025 points a side
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { drop, launch, open, picture, root, shown } from '../studio/test/page.mjs';

const points = Number(process.argv[2] ?? 1025), steps = 60, frames = 40;
const folder = mkdtempSync(join(tmpdir(), 'scree-studio-'));
const file = join(folder, 'land.ter');
execFileSync(join(root, 'build/release/cli/scree'), ['convert', join(root, 'examples/island.ter'), file, '--resample', String(points), '-q']);
const terrain = readFileSync(file), surface = readFileSync(join(root, 'examples/island.srf'));
rmSync(folder, { recursive: true });

const browser = await launch();
const share = (list, part) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * part))];
const line = (what, list) => console.log(`${what.padEnd(34)} median ${share(list, 0.5).toFixed(0).padStart(5)} ms   95th ${share(list, 0.95).toFixed(0).padStart(5)} ms   of ${list.length}`);
try {
  const { page } = await open(browser);
  console.log(`${points} x ${points} points, 11 layers, ${availableParallelism()} processors, load ${loadavg()[0].toFixed(1)}, 1280 x 720`);
  await page.evaluate(() => { addEventListener('drop', () => { window.dropped = performance.now(); }, true); });
  await drop(page, ['land.ter', terrain], ['land.srf', surface]);
  await shown(page, 0);
  console.log(`${'drop to first picture'.padEnd(34)}        ${(await page.evaluate(() => performance.now() - window.dropped)).toFixed(0).padStart(5)} ms`);
  await page.waitForSelector('[role=treeitem][data-name="Grass"]');
  await page.waitForTimeout(4000);
  for (const [layer, what] of [['Grass', 'Coverage'], ['Snow', 'Altitude: nothing below']]) {
    await page.click(`[role=treeitem][data-name="${layer}"] .tree-name`);
    await page.getByRole('slider', { name: what, exact: true }).focus();
    const times = [];
    for (let i = 0; i < steps; i++) {
      const before = await picture(page);
      await page.keyboard.press(i % 20 < 10 ? 'ArrowDown' : 'ArrowUp');
      await shown(page, before);
      times.push(Number(await page.evaluate(() => document.documentElement.dataset.pictureMs)));
    }
    line(`${what} of ${layer}: step to picture`, times);
  }
  await page.click('.two button:has-text("3D")');
  await page.waitForFunction(() => Number(document.documentElement.dataset.painted ?? 0) > 0, undefined, { timeout: 120000 });
  const times = [];
  for (let i = 0; i < frames; i++)
    times.push(await page.evaluate((key) => new Promise((resolve) => {
      const canvas = document.getElementById('view3d-canvas'), gl = canvas.getContext('webgl2'), from = performance.now();
      canvas.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      requestAnimationFrame(() => { // after the page's own
        gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4)); // waits until it is drawn
        resolve(performance.now() - from);
      });
    }), i % 2 ? 'ArrowLeft' : 'ArrowUp'));
  line('three dimensions: turn to frame', times);
} finally {
  await browser.close();
}
