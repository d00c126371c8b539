// What people do first with mouse and keyboard, and what the page says to it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { choose, drop, launch, open, openIsland, picture, read, scale, seen, shown, valueOf } from './page.mjs';
import { png } from './png.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser?.close());
const limit = { timeout: 120000 };

/** A page with a heightmap that was dropped and given its scale. */
async function openHeightmap(options) {
  const opened = await open(browser, options);
  await drop(opened.page, ['heightmap.png', read('heightmap.png')]);
  await opened.page.waitForSelector('dialog .sentence');
  await scale(opened.page, '4');
  await opened.page.click('dialog button[type=submit]');
  await shown(opened.page, 0);
  await opened.page.waitForSelector('[role=treeitem][data-name="Meadow grass"]');
  return opened;
}
/** The map is as its text says. */
async function mapText(page) {
  await page.click('summary:has-text("Save")');
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('[role=menuitem]:has-text("Save as .srf.json")')]);
  const chunks = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
const steps = async (page) => (await page.getByLabel('Compare with').locator('option').allTextContents()).slice(1);
const titled = (page, text) => page.waitForFunction((wanted) => document.querySelector('.title-file').textContent.startsWith(wanted), text);

// ---- three dimensions ----

const SKY = [26, 32, 39];
/** Whether the middle of the view is ground, and not sky. */
async function isGround(page) {
  const box = await page.locator('#view3d-canvas').boundingBox();
  await page.waitForTimeout(500); // until it rests
  const shot = await page.screenshot({ clip: { x: box.x + box.width / 2, y: box.y + box.height / 2, width: 2, height: 2 } });
  const pixel = await page.evaluate(async (address) => {
    const image = new Image(), canvas = document.createElement('canvas'), pen = canvas.getContext('2d');
    image.src = address;
    await image.decode();
    pen.drawImage(image, 0, 0);
    return [...pen.getImageData(0, 0, 1, 1).data];
  }, `data:image/png;base64,${shot.toString('base64')}`);
  return SKY.some((part, i) => Math.abs(part - pixel[i]) > 3);
}

test('in three dimensions the terrain stays in the middle: mouse, wheel and arrows; Home shows all', limit, async () => {
  const { page, context, faults } = await openIsland(browser);
  await page.click('.two button:has-text("3D")');
  await page.waitForFunction(() => Number(document.documentElement.dataset.painted ?? 0) > 0);
  const box = await page.locator('#view3d-canvas').boundingBox(), x = box.x + box.width / 2, y = box.y + box.height / 2;
  const drag = async (dx, dy, button = 'left') => {
    await page.mouse.move(x, y);
    await page.mouse.down({ button });
    await page.mouse.move(x + dx, y + dy, { steps: 6 });
    await page.mouse.up({ button });
  };
  assert.ok(await isGround(page), 'as it opens');
  for (const dx of [50, 150, -300]) {
    await drag(dx, 0);
    assert.ok(await isGround(page), `after a drag of ${dx} pixels`);
  }
  await page.locator('#view3d-canvas').focus();
  for (let i = 0; i < 8; i++) await page.keyboard.press('ArrowLeft');
  assert.ok(await isGround(page), 'after arrow keys');
  for (let i = 0; i < 8; i++) await page.mouse.wheel(0, -120);
  assert.ok(await isGround(page), 'after the wheel');
  const away = async () => {
    await page.mouse.wheel(0, 4000);
    await drag(0, -300, 'right');
    assert.ok(!await isGround(page), 'moved out of sight');
  };
  for (const back of [() => page.locator('#view3d-canvas').press('Home'), () => page.mouse.dblclick(x, y), () => page.click('.view-tools button:has-text("Reset view")')]) {
    await away();
    await back();
    assert.ok(await isGround(page), String(back));
  }
  assert.deepEqual(faults, []);
  await context.close();
});

// ---- water ----

test('the water that a style finds is in three dimensions, in exports, and in the work that is kept', limit, async () => {
  const { page, context, faults } = await openHeightmap();
  const lines = async (from) => {
    await from.click('.bar-top button:has-text("Export")');
    for (const [tab, wanted] of [['ror', / --water 0\.4( |$)/], ['beamng', / --water 0\.4( |$)/], ['godot', / --water 0\.4( |$)/], ['web', /^(?!.*--water)/]]) {
      await from.click(`#tab-export-${tab}`);
      assert.match(await from.textContent('#command-line'), wanted);
    }
  };
  await lines(page);
  await page.click('#tab-export-ror');
  assert.equal(await page.locator('#field-water').inputValue(), '0.4');
  await page.locator('#field-water').fill('');
  assert.doesNotMatch(await page.textContent('#command-line'), /--water/);
  await page.keyboard.press('Escape');
  const wet = async (from) => {
    await from.click('.two button:has-text("3D")');
    assert.equal(await from.getByLabel('Water', { exact: true }).isChecked(), true);
    assert.equal(await valueOf(from.getByRole('slider', { name: 'Water level' })), 0.4);
    await from.click('.two button:has-text("Map")');
  };
  await wet(page);
  // It stays with the map: changed, and when the page is opened again.
  await choose(page, 'Woodland');
  await page.getByRole('slider', { name: 'Coverage', exact: true }).focus();
  await page.keyboard.press('Home');
  await page.waitForTimeout(1500);
  await page.close();
  const again = await open(browser, { context });
  await again.page.waitForSelector('[role=treeitem][data-name="Meadow grass"]');
  await lines(again.page);
  await again.page.keyboard.press('Escape');
  await wet(again.page);
  assert.deepEqual(faults, []);
  await context.close();
});

// ---- another terrain ----

test('a map of a style that nobody changed is made anew for another terrain; rules that were changed are asked for', limit, async () => {
  const { page, context, faults } = await openHeightmap();
  await page.click('text=Styles');
  await seen(page, () => page.click('.style-card:has-text("alpine")'));
  await page.waitForSelector('[role=treeitem][data-name="Granite"]');
  const first = await mapText(page);
  await drop(page, ['island.ter', read('island.ter')]);
  await titled(page, 'island.ter · alpine.srf.json');
  const second = await mapText(page);
  assert.notEqual(second, first, 'rules for this ground');
  assert.deepEqual(await steps(page), ['Style alpine']);

  await choose(page, 'Snow');
  await page.getByRole('slider', { name: 'Coverage', exact: true }).focus();
  await page.keyboard.press('Home');
  await page.waitForFunction(() => document.querySelector('[role=slider][aria-label=Coverage]').getAttribute('aria-valuenow') === '0');
  const mine = await mapText(page);
  const another = async (answer) => {
    await drop(page, ['other.ter', read('island.ter')]);
    await page.click(`dialog button:has-text("${answer}")`);
    await page.waitForSelector('dialog', { state: 'detached' });
  };
  await another('Cancel');
  assert.match(await page.textContent('.title-file'), /^island\.ter/);
  assert.equal(await mapText(page), mine);
  await another('Keep your rules');
  await titled(page, 'other.ter · alpine.srf.json');
  assert.equal(await mapText(page), mine);
  await drop(page, ['third.ter', read('island.ter')]);
  await page.click('dialog button:has-text("Make new ones")');
  await titled(page, 'third.ter · temperate.srf.json');
  await page.waitForSelector('[role=treeitem][data-name="Meadow grass"]');
  assert.equal(await page.locator('#undo').isDisabled(), true);
  assert.deepEqual(faults, []);
  await context.close();
});

// ---- numbers ----

test('a number that is typed is one step, by Enter and by Tab, and is undone from the next field', limit, async () => {
  const { page, context, faults } = await openIsland(browser);
  await choose(page, 'Snow');
  const from = page.getByLabel('Lower limit of Altitude: Type a number');
  await from.fill('120');
  await seen(page, () => from.press('Enter'));
  assert.deepEqual(await steps(page), ['Opened', '1: Snow: Altitude from 150 → 120 m']);
  assert.equal(await page.locator('#undo').getAttribute('title'), 'Undo: Snow: Altitude from 150 → 120 m');
  await seen(page, () => page.keyboard.press('Control+z'));
  assert.equal(await from.inputValue(), '150.0 m');
  assert.equal(await page.locator('#undo').isDisabled(), true);

  await from.fill('130');
  await seen(page, () => from.press('Tab'));
  assert.deepEqual(await steps(page), ['Opened', '1: Snow: Altitude from 150 → 130 m']);
  assert.match(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), /fade$/);
  await seen(page, () => page.keyboard.press('Control+z'));
  assert.equal(await from.inputValue(), '150.0 m');
  await seen(page, () => page.keyboard.press('Control+Shift+z'));
  assert.equal(await from.inputValue(), '130.0 m');
  // What is typed and not taken is the browser's to undo; Escape leaves it.
  await from.fill('77');
  await from.press('Escape');
  assert.equal(await from.inputValue(), '130.0 m');
  await from.fill('abc');
  await from.press('Enter');
  await page.waitForSelector('.said.error:has-text(\'"abc" is not a number\')');
  await from.fill('1,234');
  await from.press('Enter');
  await page.waitForSelector('.said.error:has-text("two numbers")');
  assert.deepEqual((await steps(page)).length, 2);

  // Every step is told in the language chosen.
  await page.click('[aria-label="Add a layer"]');
  await page.waitForSelector('.tree-name:has-text("New layer")');
  await page.getByLabel('Language').selectOption('de');
  const [first, , third] = (await page.getByLabel('Vergleichen mit').locator('option').allTextContents()).slice(1);
  assert.deepEqual([first, third], ['Geöffnet', '2: Ebene hinzufügen']);
  assert.deepEqual(faults, []);
  await context.close();
});

test('a limit takes its fade along, typed and dragged; Shift and drag changes the fade', limit, async () => {
  const { page, context, faults } = await openIsland(browser);
  await choose(page, 'Snow');
  const from = page.getByLabel('Lower limit of Altitude: Type a number'), fade = page.getByLabel('Lower limit of Altitude: fade');
  const type = (text) => seen(page, async () => {
    await from.fill(text);
    await from.press('Enter');
  });
  assert.deepEqual([await from.inputValue(), await fade.inputValue()], ['150.0 m', '25.0 m']);
  for (const [typed, shown] of [['200', '200.0 m'], ['90', '90.0 m'], ['9999', '9999.0 m'], ['120', '120.0 m']]) {
    await type(typed);
    assert.deepEqual([await from.inputValue(), await fade.inputValue()], [shown, '25.0 m'], typed);
  }
  const marker = page.getByRole('slider', { name: 'Altitude: nothing below', exact: true });
  const pull = (dx, ...held) => seen(page, async () => {
    const box = await marker.boundingBox(), x = box.x + box.width / 2, y = box.y + box.height / 2;
    for (const key of held) await page.keyboard.down(key);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + dx, y, { steps: 4 });
    await page.mouse.up();
    for (const key of held) await page.keyboard.up(key);
  });
  const metres = async (field) => Number((await field.inputValue()).replace(' m', ''));
  await pull(20);
  assert.ok(await metres(from) > 125, await from.inputValue());
  assert.equal(await fade.inputValue(), '25.0 m');
  await pull(-30, 'Shift');
  assert.ok(await metres(fade) > 30, await fade.inputValue());
  await seen(page, async () => {
    await fade.fill('70000');
    await fade.press('Enter');
  });
  assert.match((await steps(page)).at(-1), /Snow: Altitude, fade .* → 70000 m/);
  // The map is a file of Terragen's: what its editor cannot show is a finding. A map in text has no such sliders.
  await page.waitForSelector('.findings li:has-text("slider runs")');
  await context.close();
  const other = await openHeightmap();
  await choose(other.page, 'Heather');
  const wide = other.page.getByLabel('Lower limit of Altitude: fade');
  await seen(other.page, async () => {
    await wide.fill('70000');
    await wide.press('Enter');
  });
  await other.page.waitForSelector('.busy:not(.on)');
  assert.equal(await other.page.locator('.findings li:has-text("slider runs")').count(), 0);
  await other.page.click('summary:has-text("Save")');
  await Promise.all([other.page.waitForEvent('download'), other.page.click('[role=menuitem]:has-text("Save as .srf"):not(:has-text("json"))')]);
  await other.page.waitForSelector('.findings li:has-text("slider runs")');
  assert.deepEqual([...faults, ...other.faults], []);
  await other.context.close();
});

// ---- what the page says ----

test('opening chooses a layer with rules, and "Up to date" means areas and findings, too', limit, async () => {
  const { page, context, faults } = await openIsland(browser);
  const chosen = page.locator('[role=treeitem][aria-selected=true]');
  assert.notEqual(await chosen.getAttribute('data-layer'), '0');
  assert.equal(await page.getByRole('slider', { name: 'Coverage', exact: true }).getAttribute('aria-disabled'), 'false');
  await page.waitForSelector('.busy:not(.on)');
  assert.match(await page.textContent('[role=treeitem][data-name="Snow"] .share'), /\d %/);
  await choose(page, 'Snow');
  await page.waitForSelector('.busy:not(.on)');
  const slider = page.getByRole('slider', { name: 'Coverage', exact: true });
  await slider.focus();
  const from = await picture(page);
  await slider.press('Home');
  const at = await page.waitForFunction((n) => Number(document.documentElement.dataset.picture) > n && document.querySelector('.busy:not(.on)') !== null
    && { share: document.querySelector('[role=treeitem][data-name="Snow"] .share').textContent, findings: document.querySelectorAll('.findings li').length }, from);
  const { share, findings } = await at.jsonValue();
  assert.match(share, /^0\.0 %/);
  assert.ok(findings > 0);
  assert.deepEqual(faults, []);
  await context.close();
});

test('a refusal goes away with the next success', limit, async () => {
  const { page, context } = await open(browser);
  await drop(page, ['photo.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1, 2, 3])]);
  await page.waitForSelector('.said.error:has-text("JPEG is not read; save it as a 16-bit PNG")');
  await drop(page, ['island.ter', read('island.ter')], ['island.srf', read('island.srf')]);
  await shown(page, 0);
  assert.equal(await page.locator('.said.error').count(), 0);
  await drop(page, ['cut.png', read('heightmap.png').subarray(0, 5000)]);
  await page.waitForSelector('.said.error:has-text("cut.png")');
  await choose(page, 'Snow');
  await seen(page, () => page.keyboard.press('Delete'));
  assert.equal(await page.locator('.said.error').count(), 0);
  await context.close();
});

test('heights of 8 bits are a finding, and the form says how large the terrain becomes', limit, async () => {
  const { page, context, faults } = await open(browser);
  const land = png(129, 65, 8, 0, (y) => Buffer.from(Array.from({ length: 129 }, (_, x) => 128 + Math.round(100 * Math.sin(x / 20) * Math.cos(y / 15)))));
  await drop(page, ['eight.png', land]);
  await page.waitForSelector('dialog .sentence');
  assert.equal(await page.textContent('#becomes'), '129 × 65 points');
  await scale(page, '32');
  assert.equal(await page.textContent('#becomes'), '129 × 65 points: 4.10 × 2.05 km');
  await page.click('dialog button[type=submit]');
  await shown(page, 0);
  await page.waitForSelector('.findings[open] li.warning:has-text("256 different heights")');
  assert.match(await page.textContent('.findings li.warning'), /stairs.*\(Export, convert, dequantise\)/);
  assert.deepEqual(faults, []);
  await context.close();
});

test('a large file shows how far it is, and can be called off', limit, async () => {
  const { page, context, faults } = await open(browser), side = 10000;
  const row = Buffer.alloc(2 * side);
  for (let x = 0; x < side; x++) row.writeUInt16BE(x, 2 * x);
  const large = png(side, side, 16, 0, () => row);
  await drop(page, ['large.png', large]);
  await page.waitForSelector('.opening [role=progressbar]');
  assert.equal(await page.textContent('.opening p'), 'Opening large.png');
  await page.click('.opening button');
  await page.waitForSelector('.opening', { state: 'detached' });
  await page.waitForSelector('.drop-box');
  await drop(page, ['island.ter', read('island.ter')], ['island.srf', read('island.srf')]);
  await page.waitForSelector('[role=treeitem][data-name="Snow"]');
  // What is open stays open, and works.
  await drop(page, ['large.png', large]);
  await page.waitForSelector('.opening [role=progressbar]');
  await page.click('.opening button');
  await page.waitForSelector('.opening', { state: 'detached' });
  assert.match(await page.textContent('.title-file'), /^island\.ter/);
  await choose(page, 'Snow');
  await seen(page, () => page.keyboard.press('Delete'));
  assert.deepEqual(faults, []);
  await context.close();
});
