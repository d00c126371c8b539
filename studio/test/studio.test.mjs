// What people do in the studio, in Chromium, the page opened from the disk.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { drop, launch, open, picture, root, shown, sight } from './page.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser?.close());
const read = (name) => readFileSync(join(root, 'examples', name));
/** A page with the island, its own map and a picture of it. */
async function island(options) {
  const opened = await open(browser, options);
  await drop(opened.page, ['island.ter', read('island.ter')], ['island.srf', read('island.srf')]);
  await shown(opened.page, 0);
  await opened.page.waitForSelector('[role=treeitem][aria-label^="Snow,"]');
  return opened;
}
const choose = (page, name) => page.click(`[role=treeitem][aria-label^="${name}"] .tree-name`);
const valueOf = async (slider) => Number(await slider.getAttribute('aria-valuenow'));
/** Does something and waits for the picture that answers it. */
async function seen(page, run) {
  const from = await picture(page);
  await run();
  await shown(page, from);
}

test('a heightmap without a scale is asked for it, shown with a style, and nothing leaves the page', async () => {
  const { page, context, requests, faults } = await open(browser);
  await drop(page, ['heightmap.png', read('heightmap.png')]);
  await page.waitForSelector('dialog .sentence');
  assert.match(await page.textContent('dialog .sentence'), /PNG picture has no scale/);
  await page.click('dialog button[type=submit]');
  await shown(page, 0);
  await page.waitForSelector('[role=treeitem][aria-label^="Meadow grass,"]');
  const before = await sight(page);
  await page.click('text=Styles');
  await page.waitForSelector('.gallery canvas:not(.waiting)');
  await seen(page, () => page.click('.style-card:has-text("alpine")'));
  await page.waitForSelector('[role=treeitem][aria-label^="Granite,"]');
  assert.notEqual(await sight(page), before);
  assert.deepEqual(requests, []);
  assert.deepEqual(faults, []);
  await context.close();
});

test('a slider by mouse and by keyboard, and undo', async () => {
  const { page, context, faults } = await island();
  await choose(page, 'Grass,');
  const slider = page.getByRole('slider', { name: 'Coverage', exact: true });
  assert.equal(await valueOf(slider), 95);
  const first = await sight(page);
  const box = await slider.boundingBox();
  await seen(page, async () => {
    await page.mouse.move(box.x + box.width * 0.95, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2, { steps: 8 });
    await page.mouse.up();
  });
  assert.ok(Math.abs(await valueOf(slider) - 50) <= 1);
  await page.waitForTimeout(300);
  const second = await sight(page);
  assert.notEqual(second, first);
  await slider.focus();
  await seen(page, () => page.keyboard.press('PageUp'));
  await page.waitForFunction(() => Number(document.querySelector('[role=slider][aria-label=Coverage]').getAttribute('aria-valuenow')) >= 59);
  await seen(page, () => page.keyboard.press('Control+z'));
  await page.waitForFunction(() => Math.abs(Number(document.querySelector('[role=slider][aria-label=Coverage]').getAttribute('aria-valuenow')) - 50) <= 1);
  await seen(page, () => page.keyboard.press('Control+z'));
  await page.waitForFunction(() => document.querySelector('[role=slider][aria-label=Coverage]').getAttribute('aria-valuenow') === '95');
  await page.waitForTimeout(300);
  assert.equal(await sight(page), first, 'the picture after undo is that before');
  assert.equal(await page.locator('#undo').isDisabled(), true);
  assert.deepEqual(faults, []);
  await context.close();
});

test('the markers of a limit, and numbers typed', async () => {
  const { page, context } = await island();
  await choose(page, 'Snow,');
  const marker = page.getByRole('slider', { name: 'Altitude: nothing below', exact: true });
  assert.equal(await valueOf(marker), 150);
  await marker.focus();
  await seen(page, () => page.keyboard.press('PageDown'));
  await page.waitForFunction(() => Number(document.querySelector('[aria-label="Altitude: nothing below"]').getAttribute('aria-valuenow')) < 120);
  const typed = page.getByLabel('Lower limit of Altitude: Type a number');
  await seen(page, async () => {
    await typed.fill('200');
    await typed.press('Enter');
  });
  await page.waitForFunction(() => document.querySelector('[aria-label="Altitude: nothing below"]').getAttribute('aria-valuenow') === '200');
  const full = page.getByRole('slider', { name: 'Altitude: full from', exact: true });
  assert.ok(await valueOf(full) >= 200, 'markers do not cross');
  await seen(page, () => page.getByLabel('Lower limit of Altitude', { exact: true }).uncheck());
  assert.equal(await marker.getAttribute('aria-valuetext'), 'no limit');
  await context.close();
});

test('a click explains a place, and a proposed change is made', async () => {
  const { page, context } = await island();
  const box = await page.locator('#map-canvas').boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForSelector('.why-winner');
  assert.match(await page.textContent('.why-winner'), /wins with \d+ %/);
  const winner = await page.textContent('.why-winner');
  await seen(page, () => page.locator('.changes button').first().click());
  await page.waitForFunction((was) => document.querySelector('.why-winner').textContent !== was, winner);
  await context.close();
});
