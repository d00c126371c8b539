// studio.mjs [N [PAGE...]]: how fast the studio is in Chromium, in milliseconds: from the drop of a terrain
// to its first picture, from a slider's step and a brush's move to the next picture, a frame in three dimensions. The page and
// build/release/cli/scree must be built. Several pages, say of before and after a change, are measured by
// turns. Shown, never a gate.
//
// Measured on an idle machine, a page of 3.1 MB, 11 layers, Chromium 1280 x 720 without a graphics processor; 4097 x 4097
// points under load 13 in the last column:
//
//   from the drop of a terrain and its map to the first picture    201 (wanted below 1000)         2407
//   from a step of "Coverage" to the picture                       18, 95 % 25 (below 50 and 100)  48, 113
//   from a turn in three dimensions to the frame                   15, 95 % 29 (at most 100)       26, 79
//
//     node bench/studio.mjs            N = 1025 points a side
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { drop, launch, open, picture, root, shown, studio } from '../studio/test/page.mjs';

const points = Number(process.argv[2] ?? 1025), turns = 3, steps = 20, frames = 40;
const paths = process.argv.length > 3 ? process.argv.slice(3) : [studio];
const folder = mkdtempSync(join(tmpdir(), 'scree-studio-'));
const file = join(folder, 'land.ter');
execFileSync(join(root, 'build/release/cli/scree'), ['convert', join(root, 'examples/island.ter'), file, '--resample', String(points), '-q']);
const terrain = readFileSync(file), surface = readFileSync(join(root, 'examples/island.srf'));
rmSync(folder, { recursive: true });

const share = (list, part) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * part))];
const line = (what, list) => console.log(`${what.padEnd(50)} median ${share(list, 0.5).toFixed(0).padStart(5)} ms   95th ${share(list, 0.95).toFixed(0).padStart(5)} ms   of ${list.length}`);

/** A page with the terrain, as long as its first picture takes. */
async function start(browser, path) {
  const { page } = await open(browser, { path });
  await page.evaluate(() => { addEventListener('drop', () => { window.dropped = performance.now(); }, true); });
  await drop(page, ['land.ter', terrain], ['land.srf', surface]);
  await shown(page, 0);
  const first = await page.evaluate(() => performance.now() - window.dropped);
  await page.waitForSelector('[role=treeitem][data-name="Grass"]');
  return { path, page, first, times: new Map() };
}
async function slide({ page, times }, layer, what) {
  await page.bringToFront();
  await page.click(`[role=treeitem][data-name="${layer}"] .tree-name`);
  await page.getByRole('slider', { name: what, exact: true }).focus();
  await page.waitForTimeout(1000);
  const name = `${what} of ${layer}: step to picture`, list = times.get(name) ?? [];
  times.set(name, list);
  for (let i = 0; i < steps; i++) {
    const before = await picture(page);
    await page.keyboard.press(i < steps / 2 ? 'ArrowDown' : 'ArrowUp');
    await shown(page, before);
    list.push(Number(await page.evaluate(() => document.documentElement.dataset.pictureMs)));
  }
}
/** Ways of one stroke on a new mask, each as long as its picture takes. */
async function paint({ page, times }, layer) {
  await page.bringToFront();
  await page.click(`[role=treeitem][data-name="${layer}"] .tree-name`);
  await page.keyboard.press('b');
  const box = await page.locator('#map-canvas').boundingBox(), list = times.get('a stroke of the brush: move to picture') ?? [];
  times.set('a stroke of the brush: move to picture', list);
  await page.mouse.move(box.x + 200, box.y + box.height / 2);
  await page.mouse.down();
  await page.waitForTimeout(1000);
  for (let i = 1; i <= steps; i++) {
    const before = await picture(page);
    await page.mouse.move(box.x + 200 + i * 12, box.y + box.height / 2);
    await shown(page, before);
    list.push(Number(await page.evaluate(() => document.documentElement.dataset.pictureMs)));
  }
  await page.mouse.up();
  await page.waitForTimeout(1000);
  await page.keyboard.press('b');
}
async function turn({ page, times }) {
  await page.bringToFront();
  await page.click('.two button:has-text("3D")');
  await page.waitForFunction(() => Number(document.documentElement.dataset.painted ?? 0) > 0, undefined, { timeout: 120000 });
  const list = [];
  for (let i = 0; i < frames; i++)
    list.push(await page.evaluate((key) => new Promise((resolve) => {
      const canvas = document.getElementById('view3d-canvas'), gl = canvas.getContext('webgl2'), from = performance.now();
      canvas.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      requestAnimationFrame(() => { // after the page's own
        gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4)); // waits until it is drawn
        resolve(performance.now() - from);
      });
    }), i % 2 ? 'ArrowLeft' : 'ArrowUp'));
  times.set('three dimensions: turn to frame', list);
}

const browser = await launch();
try {
  console.log(`${points} x ${points} points, 11 layers, ${availableParallelism()} processors, load ${loadavg()[0].toFixed(1)}, 1280 x 720`);
  const pages = [];
  for (const path of paths) pages.push(await start(browser, path));
  await pages[0].page.waitForTimeout(4000);
  for (let i = 0; i < turns; i++)
    for (const one of pages) {
      await slide(one, 'Grass', 'Coverage');
      await slide(one, 'Snow', 'Altitude: nothing below');
    }
  for (let i = 0; i < turns; i++)
    for (const one of pages) {
      await paint(one, 'Beach');
    }
  for (const one of pages) await turn(one);
  for (const { path, first, times } of pages) {
    if (pages.length > 1) console.log(path);
    console.log(`${'drop to first picture'.padEnd(50)}        ${first.toFixed(0).padStart(5)} ms`);
    for (const [what, list] of times) line(what, list);
  }
} finally {
  await browser.close();
}
