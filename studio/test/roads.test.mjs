// Roads beside a terrain: the ground is graded as the program grades it, the roads are seen, the report's numbers
// stand beside them, and the picture of the view is that of scree render.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { natively } from './native.mjs';
import { drop, launch, openIsland, picture, read, seen, shown, sight } from './page.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser?.close());
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
const roads = ['island-roads.json', read('island-roads.json')];
const files = new Map([['island.ter', 'island.srf', 'island-roads.json'].map((name) => [name, new Uint8Array(read(name))])].flat());

async function made(page) {
  await page.click('#make');
  await page.waitForSelector('.made li', { timeout: 120000 });
  const line = await page.textContent('#command-line');
  const all = await page.locator('.made li').evaluateAll((list) => list.map((one) => [one.querySelector('button').textContent.replace(/^Save /, ''), one.querySelector('code').textContent]));
  return { words: line.split(' ').slice(1), files: Object.fromEntries(all) };
}
function same({ words, files: given }) {
  const ran = natively(words, files);
  assert.equal(ran.code, 0, ran.stderr);
  assert.deepEqual(given, Object.fromEntries([...ran.files].map(([name, bytes]) => [name, sha256(bytes)])), words.join(' '));
}
const export_ = async (page, tab) => {
  await page.click('.bar-top >> text=Export');
  await page.click(`#tab-${tab}`);
};

test('roads grade the ground, are drawn, reported and exported; or they lie on it', { timeout: 300000 }, async () => {
  const { page, context, faults, requests } = await openIsland(browser);
  const report = JSON.parse(natively(['grade', 'island.ter', '--roads', 'island-roads.json', '-o', 'g.ter', '--json'], files).stdout).details;
  const bare = await sight(page);
  await seen(page, () => drop(page, roads));
  await page.waitForSelector('.roads tbody tr');
  await page.waitForTimeout(1500);
  const graded = await sight(page);
  assert.notEqual(graded, bare);
  const rows = await page.locator('.roads tbody tr').evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  const share = (value) => (value * 100).toFixed(1);
  assert.deepEqual(rows, report.classes.map((one) => [one.class, (one.length_m / 1000).toFixed(1),
    `${share(one.before.grade.p90)} → ${share(one.after.grade.p90)}`, `${share(one.before.cross_fall.p90)} → ${share(one.after.cross_fall.p90)}`]));
  assert.equal(await page.locator('.roads-worst li').count(), 2 + report.worst_places.length);
  // The colour of asphalt is on the map where a road lies.
  await export_(page, 'export-ror');
  const line = await page.textContent('#command-line');
  assert.match(line, /--roads island-roads\.json/);
  same(await made(page));
  await page.click('#tab-preview');
  same(await made(page));
  await page.click('dialog button[aria-label=Close]');

  await seen(page, () => page.click('#grade'));
  await page.waitForFunction(() => document.querySelector('.roads tbody') === null);
  await export_(page, 'export-ror');
  assert.match(await page.textContent('#command-line'), /--no-grade/);
  same(await made(page));
  await page.click('dialog button[aria-label=Close]');
  await seen(page, () => page.click('.roads >> text=Remove'));
  await page.waitForFunction(() => document.querySelector('.roads') === null);
  await page.waitForTimeout(500);
  assert.equal(await sight(page), bare);
  assert.deepEqual([faults, requests], [[], []]);
  await context.close();
});

test('a picture of the view in three dimensions is that of scree render, and can be called off', { timeout: 300000 }, async () => {
  const { page, context, faults } = await openIsland(browser);
  const from = await picture(page);
  await drop(page, roads);
  await shown(page, from);
  await page.waitForSelector('.roads tbody tr');
  await page.keyboard.press('2');
  await page.waitForFunction(() => Number(document.documentElement.dataset.painted ?? 0) > 0);
  await page.keyboard.press('Tab');
  await page.click('#picture');
  const line = await page.textContent('#command-line');
  assert.match(line, /^scree render island\.ter island\.srf .*--camera -?[\d.]+E,-?[\d.]+N,[\d.]+ --target .*--fov [\d.]+/);
  await page.click('#make');
  await page.click('.export-go >> text=Cancel');
  await page.waitForSelector('.result >> text=Cancelled');
  await page.locator('#field-size').fill('320x160');
  same(await made(page));
  await page.waitForFunction(() => document.querySelector('.made-picture')?.naturalWidth === 320);
  assert.deepEqual(faults, []);
  await context.close();
});
