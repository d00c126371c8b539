// Painting by mouse: strokes, all undone, all done again, saved, opened anew, and baked by the program.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { natively } from './native.mjs';
import { choose, drop, launch, open, openIsland, read, root, seen, shown, sight } from './page.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser?.close());

/** Steps of the work, the one at hand last. */
const steps = (page) => page.locator('.bar-top select').first().locator('option').allTextContents();
/** A stroke over places, each a share of the map's canvas, and waits until it is a step. */
async function stroke(page, places, { shift = false } = {}) {
  const box = await page.locator('#map-canvas').boundingBox(), count = (await steps(page)).length;
  const at = ([x, y]) => [box.x + box.width * x, box.y + box.height * y];
  if (shift) await page.keyboard.down('Shift');
  await page.mouse.move(...at(places[0]));
  await page.mouse.down();
  for (const place of places.slice(1)) await page.mouse.move(...at(place), { steps: 3 });
  await page.mouse.up();
  if (shift) await page.keyboard.up('Shift');
  await page.waitForFunction((before) => document.querySelector('.bar-top select').options.length > before, count);
}
async function slide(page, name, share) {
  const box = await page.getByRole('slider', { name }).boundingBox();
  await page.mouse.click(box.x + box.width * share, box.y + box.height / 2);
}
/** The picture when nothing more is on its way. */
async function rested(page) {
  await shown(page, 0);
  await page.mouse.move(2, 2);
  let last;
  for (let same = 0; same < 4;) {
    await page.waitForTimeout(150);
    const now = await sight(page);
    same = now === last ? same + 1 : 0;
    last = now;
  }
  return last;
}
/** Digests of what a card makes, by name, and the words of its command line. */
async function made(page, tab) {
  await page.click('text=Export');
  await page.click(`#tab-${tab}`);
  const line = await page.textContent('#command-line');
  await page.click('#make');
  await page.waitForSelector('.made li', { timeout: 120000 });
  const files = await page.locator('.made li').evaluateAll((all) => all.map((one) => [one.querySelector('button').textContent.replace(/^Save /, ''), one.querySelector('code').textContent]));
  await page.click('dialog button[aria-label=Close]');
  return { line, files: Object.fromEntries(files) };
}
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

test('20 strokes, all undone, all done again, saved, opened, baked by the program', { timeout: 300000 }, async () => {
  const { page, context, faults, requests } = await openIsland(browser);
  const before = await rested(page), history = (await steps(page)).length;
  await choose(page, 'Grass');
  await page.keyboard.press('b');
  await page.waitForSelector('#paint[aria-pressed=true]');
  // Taking away from a layer without a mask begins with all of it, adding with nothing.
  await page.keyboard.press('x');
  for (let i = 0; i < 6; i++) await stroke(page, [[0.36 + i * 0.04, 0.3], [0.4 + i * 0.04, 0.45 + i * 0.02]]);
  await slide(page, 'Softness', 0.05);
  for (let i = 0; i < 4; i++) await stroke(page, [[0.38 + i * 0.05, 0.4], [0.41 + i * 0.05, 0.38]], { shift: true });
  await choose(page, 'Beach');
  await page.click('#paint-add');
  await slide(page, /^Size/, 0.6);
  for (let i = 0; i < 5; i++) await stroke(page, [[0.35, 0.2 + i * 0.15], [0.5, 0.22 + i * 0.13], [0.65, 0.2 + i * 0.15]]);
  await slide(page, 'Softness', 0.95);
  await page.keyboard.press(']');
  for (let i = 0; i < 5; i++) await stroke(page, [[0.4 + i * 0.05, 0.25], [0.42 + i * 0.05, 0.7]], { shift: i % 2 === 0 });
  assert.equal((await steps(page)).length, history + 20);
  assert.equal(await page.textContent('#mask-file'), 'beach.png');
  await page.keyboard.press('b');
  const painted = await rested(page);
  assert.notEqual(painted, before);

  for (let i = 0; i < 20; i++) await page.keyboard.press('Control+z');
  assert.equal(await rested(page), before, 'all undone');
  assert.equal(await page.locator('#undo').isDisabled(), true);
  for (let i = 0; i < 20; i++) await page.keyboard.press('Control+Shift+z');
  assert.equal(await rested(page), painted, 'all done again');

  await page.click('.menu summary');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Save as .zip')]);
  assert.equal(download.suggestedFilename(), 'island.zip');
  const zip = readFileSync(await download.path()), inside = unzipSync(zip);
  assert.deepEqual(Object.keys(inside).sort(), ['beach.png', 'grass.png', 'island.srf.json']);
  for (const name of ['beach.png', 'grass.png']) { // 1024 x 1024 greys of 8 bits, as docs/studio.md says
    const head = Buffer.from(inside[name]);
    assert.deepEqual([head.readUInt32BE(16), head.readUInt32BE(20), head[24], head[25]], [1024, 1024, 8, 0], name);
  }
  const files = new Map([['island.ter', read('island.ter')], ...Object.entries(inside)].map(([name, bytes]) => [name, Buffer.from(bytes)]));
  const expected = [];
  for (const tab of ['bake', 'preview']) {
    const page1 = await made(page, tab), native = natively(page1.line.split(' ').slice(1), files);
    assert.equal(native.code, 0, native.stderr);
    const digests = Object.fromEntries([...native.files].map(([name, bytes]) => [name, sha256(bytes)]));
    assert.deepEqual(page1.files, digests, page1.line);
    expected.push([tab, digests]);
    if (tab === 'bake') {
      const manifest = JSON.parse(strFromU8(native.files.get([...native.files.keys()].find((name) => name.endsWith('manifest.json')))));
      assert.deepEqual(manifest.inputs.masks.map(({ file, sha256: digest }) => [file, digest]).sort(), ['beach.png', 'grass.png'].map((name) => [name, sha256(inside[name])]));
    }
  }
  await context.close();

  // In another page: the terrain and the zip.
  const again = await open(browser);
  await drop(again.page, ['island.ter', read('island.ter')], ['island.zip', zip]);
  await again.page.waitForSelector('[role=treeitem][data-name="Snow"]');
  assert.equal(await rested(again.page), painted, 'as it was saved');
  for (const [tab, digests] of expected) assert.deepEqual((await made(again.page, tab)).files, digests, tab);
  await again.context.close();
  assert.deepEqual([...faults, ...requests, ...again.faults, ...again.requests], []);
});
