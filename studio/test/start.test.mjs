// The first page, the works that it lists, and what a newcomer meets next: the form of a scale, exports, pictures.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { natively } from './native.mjs';
import { drop, launch, open, openIsland, read, scale, seen, choose, shown, sight } from './page.mjs';
import { entries } from './zip.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser?.close());
const startPage = (page) => page.click('.brand button').then(() => page.waitForSelector('.start'));
const listed = (page) => page.locator('.recent-open b').allTextContents();

test('the first page shows what is made, says its version, and opens the example', async () => {
  const { page, context, requests, faults } = await open(browser, { locale: 'de-DE' });
  await page.waitForFunction(() => document.querySelector('.hero').naturalWidth === 960);
  const version = natively(['--version']).stdout.split(/[ \n]/)[1].replace(/,$/, '');
  assert.match(version, /^\d+\.\d+\.\d+$/);
  assert.ok((await page.textContent('.start-foot')).includes(`scree ${version}`));
  assert.equal(await page.locator('.recent').count(), 0);
  assert.match(await page.textContent('.start-head p'), /Regeln/);
  await page.locator('.start-foot select').selectOption('pl');
  assert.match(await page.textContent('.start-head p'), /Reguły/);
  await page.click('#try-island');
  await shown(page, 0);
  await page.waitForSelector('[role=treeitem][data-name="Snow"]');
  assert.deepEqual([requests, faults], [[], []]);
  await context.close();
});

test('works are listed, newest first, opened as they were left, and forgotten', async () => {
  const { page, context, faults } = await openIsland(browser);
  await choose(page, 'Snow');
  await seen(page, () => page.keyboard.press('Delete'));
  await page.waitForTimeout(900);
  await startPage(page);
  assert.deepEqual(await listed(page), ['island.ter']);
  const now = await page.evaluate(() => Number(document.documentElement.dataset.picture));
  await drop(page, ['heightmap.png', read('heightmap.png')]);
  await scale(page);
  await page.click('dialog button[type=submit]');
  await page.click('dialog button:has-text("Make new ones")');
  await shown(page, now);
  await page.waitForSelector('[role=treeitem][data-name="Meadow grass"]');
  await page.waitForTimeout(900);
  await startPage(page);
  assert.deepEqual(await listed(page), ['heightmap.png', 'island.ter']);
  // The same file read in the same way is the same work.
  await page.click('#back');
  await page.waitForSelector('[role=treeitem][data-name="Meadow grass"]');
  await startPage(page);
  await page.click('.recent-open:has-text("island.ter")');
  await page.waitForSelector('[role=treeitem][data-name="Grass"]');
  assert.equal(await page.locator('[role=treeitem][data-name="Snow"]').count(), 0);
  assert.ok(!(await page.locator('#undo').isDisabled()));
  await page.waitForTimeout(900);
  await startPage(page);
  assert.deepEqual(await listed(page), ['island.ter', 'heightmap.png']);
  await page.click('.recent button[title="Forget heightmap.png"]');
  await page.waitForFunction(() => document.querySelectorAll('.recent-open').length === 1);
  const again = await open(browser, { context });
  await again.page.waitForSelector('[role=treeitem][data-name="Grass"]');
  await startPage(again.page);
  assert.deepEqual(await listed(again.page), ['island.ter']);
  assert.deepEqual(faults, []);
  await context.close();
});

test('five works are kept and no more', async () => {
  const { page, context } = await openIsland(browser);
  for (let i = 1; i <= 6; i++) {
    const raw = Buffer.alloc(65 * 65 * 2);
    for (let k = 0; k < 65 * 65; k++) raw.writeUInt16LE((k * (7 + i)) % 65536, k * 2);
    await drop(page, [`land${i}.r16`, raw]);
    await page.getByLabel('Columns', { exact: true }).fill('65');
    await page.getByLabel('Rows', { exact: true }).fill('65');
    await scale(page);
    await page.click('dialog button[type=submit]');
    await page.click('dialog button:has-text("Keep your rules")');
    await page.waitForFunction((name) => document.querySelector('.title-file').textContent.startsWith(name), `land${i}.r16`);
    await page.waitForTimeout(900);
  }
  await startPage(page);
  assert.deepEqual(await listed(page), ['land6.r16', 'land5.r16', 'land4.r16', 'land3.r16', 'land2.r16']);
  await context.close();
});

// docs/studio.md, "Files for games", says the clicks and keys that this takes.
test('from the first page to a level with water and trees, by mouse and three numbers', { timeout: 240000 }, async () => {
  const { page, context, faults } = await open(browser, { query: '?workers=2' });
  await page.evaluate(() => {
    window.presses = 0;
    window.keys = 0;
    addEventListener('pointerdown', () => { window.presses++; }, true);
    addEventListener('keydown', () => { window.keys++; }, true);
  });
  const began = Date.now();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.click('.start-buttons button:has-text("Open files")')]);
  await chooser.setFiles({ name: 'heightmap.png', mimeType: 'image/png', buffer: read('heightmap.png') });
  for (const [label, value] of [['Metres from point to point', '4'], [/^Black/, '0'], [/^White/, '300']]) {
    await page.getByLabel(label).click();
    await page.keyboard.type(value);
  }
  await page.click('dialog button[type=submit]');
  await page.waitForSelector('[role=treeitem][data-name="Meadow grass"]');
  await shown(page, 0);
  const opened = Date.now();
  await page.click('.bar-top button:has-text("Export")');
  await page.waitForSelector('#expected:has-text("About")');
  assert.equal(await page.locator('.export-list [aria-selected=true] b').textContent(), 'BeamNG.drive');
  await page.click('#make');
  await page.waitForSelector('.made li', { timeout: 180000 });
  const made = Date.now();
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('.made li button')]);
  const bytes = readFileSync(await download.path()), did = await page.evaluate(() => [window.presses, window.keys]);
  console.log(`clicks ${did[0]}, keys ${did[1]}; map after ${((opened - began) / 1000).toFixed(1)} s, level after ${((made - began) / 1000).toFixed(1)} s`);
  const members = entries(bytes), named = (pattern) => members.filter(([name]) => pattern.test(name)).map(([, content]) => content.toString());
  assert.ok(named(/items\.level\.json$/).some((text) => /"class": ?"WaterPlane"/.test(text)));
  const plants = named(/\.forest4\.json$/).join('').trim().split('\n').length;
  assert.ok(plants > 1000, `${plants} plants`);
  assert.deepEqual(did, [8, 5]);
  assert.deepEqual(faults, []);
  await context.close();
});

test('the form of a scale shows the file, and how large it becomes', async () => {
  const { page, context } = await open(browser);
  await drop(page, ['heightmap.png', read('heightmap.png')]);
  await page.waitForSelector('.sketch:not([hidden])');
  await page.waitForFunction(() => document.querySelector('.sketch').width === 180);
  const tones = await page.evaluate(() => {
    const canvas = document.querySelector('.sketch'), { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const red = data.filter((_, i) => i % 4 === 0);
    return [Math.min(...red), Math.max(...red)];
  });
  assert.deepEqual(tones, [0, 255]);
  await page.getByLabel('Metres from point to point').fill('4');
  assert.match(await page.textContent('#becomes'), /2\.05 × 2\.05 km/);
  await page.keyboard.press('Escape');
  // A ramp towards the east: west is dark, as far as columns and rows are right.
  const raw = Buffer.alloc(90 * 60 * 2);
  for (let i = 0; i < 90 * 60; i++) raw.writeUInt16LE((i % 90) * 100, 2 * i);
  await drop(page, ['ramp.r16', raw]);
  await page.getByLabel('Columns', { exact: true }).fill('90');
  await page.getByLabel('Rows', { exact: true }).fill('60');
  await page.waitForFunction(() => document.querySelector('.sketch').width === 90 && document.querySelector('.sketch').height === 60);
  const row = await page.evaluate(() => [...document.querySelector('.sketch').getContext('2d').getImageData(0, 30, 90, 1).data.filter((_, i) => i % 4 === 0)]);
  assert.deepEqual([row[0], row[89]], [0, 255]);
  assert.ok(row.every((value, i) => i === 0 || value > row[i - 1]));
  await context.close();
});

test('an export is a card with five fields; the rest is under More', async () => {
  const { page, context } = await openIsland(browser);
  await page.click('.bar-top button:has-text("Export")');
  await page.waitForSelector('.export-list button');
  assert.deepEqual((await page.locator('.export-list b').allTextContents()).slice(0, 3), ['BeamNG.drive', 'Rigs of Rods', 'Spring']);
  for (const card of await page.locator('.export-list button').all()) {
    await card.click();
    const name = await card.textContent(), seenNow = await page.locator('.export-field:visible').count();
    assert.ok(seenNow >= 2 && seenNow <= 5, `${name}: ${seenNow} fields`);
    await page.click('.more > summary');
    assert.ok((await page.locator('.export-field:visible').count()) > seenNow, name);
    await page.click('.more > summary');
  }
  await page.click('#tab-export-beamng');
  await page.click('.more > summary');
  await page.locator('#field-title').fill('An island');
  await page.click('#tab-export-ror');
  assert.equal(await page.locator('.more').getAttribute('open'), null);
  await page.click('#tab-export-beamng'); // what is filled in is seen
  assert.equal(await page.locator('#field-title').inputValue(), 'An island');
  assert.match(await page.textContent('#command-line'), /--title 'An island'/);
  await context.close();
});

test('what is seen is saved as a picture, of the map and in three dimensions', async () => {
  const { page, context, faults } = await openIsland(browser);
  const saved = async () => {
    await page.click('summary:has-text("Save")');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('[role=menuitem]:has-text("(PNG)")')]);
    const bytes = readFileSync(await download.path());
    assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
    const decoded = await page.evaluate(async (text) => {
      const picture = await createImageBitmap(new Blob([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))])), canvas = new OffscreenCanvas(picture.width, picture.height), pen = canvas.getContext('2d');
      pen.drawImage(picture, 0, 0);
      const { data } = pen.getImageData(0, 0, picture.width, picture.height);
      let hash = 0;
      for (let i = 0; i < data.length; i++) hash = (Math.imul(hash, 31) + data[i]) | 0;
      return { hash, width: picture.width, colours: new Set(new Uint32Array(data.buffer)).size };
    }, bytes.toString('base64')).catch((thrown) => { throw new Error(`the PNG cannot be read: ${thrown}`); });
    return { name: download.suggestedFilename(), ...decoded };
  };
  const map = await saved();
  assert.equal(map.name, 'island-map.png');
  assert.equal(map.hash, await sight(page));
  await page.click('.two button:has-text("3D")');
  await page.waitForFunction(() => Number(document.documentElement.dataset.painted ?? 0) > 0);
  const view = await saved();
  assert.equal(view.name, 'island-3d.png');
  assert.ok(view.colours > 500, `${view.colours} colours`);
  assert.deepEqual(faults, []);
  await context.close();
});

test('the size that an export is said to have is within a fifth of the size that it has', { timeout: 400000 }, async () => {
  const { page, context } = await openIsland(browser);
  const files = new Map([['island.ter', read('island.ter')], ['island.srf', read('island.srf')]]);
  await page.click('.bar-top button:has-text("Export")');
  await page.waitForSelector('.export-list button');
  const cards = await page.locator('.export-list button').evaluateAll((all) => all.map(({ id }) => id).filter((id) => id.startsWith('tab-export-')));
  assert.equal(cards.length, 8);
  for (const card of cards) {
    await page.click(`#${card}`);
    const said = Number(/([\d.]+) MB/.exec(await page.textContent('#expected'))[1]);
    const line = (await page.textContent('#command-line')).split(' '), made = natively(line.slice(1), files);
    assert.equal(made.code, 0, made.stderr);
    const [bytes] = [...made.files.values()], size = bytes.length / 1e6;
    assert.equal(made.files.size, 1);
    assert.ok(Math.abs(said - size) <= Math.max(0.2 * size, 0.1), `${card}: ${said} MB said, ${size} MB made`);
  }
  await context.close();
});
