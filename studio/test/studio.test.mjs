// What people do in the studio, in Chromium, the page opened from the disk.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { natively } from './native.mjs';
import { choose, drop, launch, open, openIsland, picture, read, root, scale, seen, shown, sight, studio, valueOf } from './page.mjs';
import { png } from './png.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser?.close());
/** One of every language that the page has. */
const locales = ['en-GB', 'de-DE', 'fr-FR', 'pl-PL', 'ru-RU'];
const island = (options) => openIsland(browser, options);

test('a heightmap without a scale is asked for it, shown with a style, and nothing leaves the page', async () => {
  const { page, context, requests, faults } = await open(browser);
  await drop(page, ['heightmap.png', read('heightmap.png')]);
  await page.waitForSelector('dialog .sentence');
  assert.match(await page.textContent('dialog .sentence'), /PNG picture has no scale$/);
  // Nothing is guessed, and a number that may mean two is none.
  await page.click('dialog button[type=submit]');
  assert.equal(await page.locator('dialog input:invalid').count(), 3);
  await page.getByLabel('Metres from point to point').fill('4');
  await page.getByLabel(/^Black \(0\) is/).fill('0');
  await page.getByLabel(/^White \(65535\) is/).fill('1,300');
  await page.click('dialog button[type=submit]');
  assert.equal(await page.locator('dialog input:invalid').count(), 1);
  await page.getByLabel(/^White/).fill('300');
  await page.click('dialog button[type=submit]');
  await shown(page, 0);
  await page.waitForSelector('[role=treeitem][data-name="Meadow grass"]');
  const before = await sight(page);
  await page.click('text=Styles');
  await page.waitForSelector('.gallery canvas:not(.waiting)');
  await seen(page, () => page.click('.style-card:has-text("alpine")'));
  await page.waitForSelector('[role=treeitem][data-name="Granite"]');
  assert.notEqual(await sight(page), before);
  assert.deepEqual(requests, []);
  assert.deepEqual(faults, []);
  await context.close();
});

test('a slider by mouse and by keyboard, and undo', async () => {
  const { page, context, faults } = await island();
  await choose(page, 'Grass');
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
  await choose(page, 'Snow');
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

/** What a click saves. */
async function downloaded(page, run) {
  const [download] = await Promise.all([page.waitForEvent('download'), run()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

test('exports for both games are the bytes of the command line', async () => {
  const { page, context, requests, faults } = await island();
  const files = new Map([['island.ter', read('island.ter')], ['island.srf', read('island.srf')]]);
  await page.click('text=Export');
  for (const [command, tab] of [['ror', '#tab-export-ror'], ['beamng', '#tab-export-beamng']]) {
    await page.click(tab);
    const line = await page.textContent('#command-line');
    assert.equal(line, `scree export ${command} island.ter island.srf -o island.zip`);
    await page.click('#make');
    await page.waitForSelector('.made li', { timeout: 60000 });
    const { name, bytes } = await downloaded(page, () => page.click('.made li button'));
    assert.equal(name, 'island.zip');
    const native = natively(line.split(' ').slice(1), files);
    assert.equal(native.code, 0);
    assert.ok(Buffer.from(native.files.get('island.zip')).equals(bytes), `${command}: the bytes differ`);
    assert.equal(await page.textContent('.made code'), createHash('sha256').update(bytes).digest('hex'));
  }
  assert.deepEqual(requests, []);
  assert.deepEqual(faults, []);
  await context.close();
});

/** From a terrain to a game: style, slider by mouse and by keyboard, undo, probe, both exports. */
async function journey(context, terrain, map, { asked = false } = {}) {
  const { page, requests, faults } = context;
  await drop(page, terrain, ...(map === undefined ? [] : [map]));
  if (asked) {
    await page.waitForSelector('dialog .sentence');
    await scale(page);
    await page.click('dialog button[type=submit]');
  }
  await shown(page, 0);
  await page.click('text=Styles');
  await seen(page, () => page.click('.style-card:has-text("alpine")'));
  await page.waitForSelector('[role=treeitem][data-name="Granite"]');
  await choose(page, 'Snow');
  const slider = page.getByRole('slider', { name: 'Coverage', exact: true }), first = await valueOf(slider);
  const until = (value) => page.waitForFunction((wanted) => Math.abs(Number(document.querySelector('[role=slider][aria-label=Coverage]').getAttribute('aria-valuenow')) - wanted) <= 1, value);
  const box = await slider.boundingBox();
  await seen(page, async () => {
    await page.mouse.move(box.x + box.width * 0.9, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2, { steps: 6 });
    await page.mouse.up();
  });
  await until(40);
  await slider.focus();
  await seen(page, () => page.keyboard.press('PageUp'));
  await until(50);
  await seen(page, () => page.keyboard.press('Control+z'));
  await until(40);
  await seen(page, () => page.keyboard.press('Control+z'));
  await until(first);
  await seen(page, () => page.keyboard.press('Control+Shift+z'));
  await until(40);
  const frame = await page.locator('#map-canvas').boundingBox();
  await page.mouse.click(frame.x + frame.width / 2, frame.y + frame.height / 2);
  await page.waitForSelector('.why-winner:has-text("wins with")');

  const saved = await downloaded(page, async () => {
    await page.click('summary:has-text("Save")');
    await page.click('[role=menuitem]:has-text("Save as .srf.json")');
  });
  const files = new Map([terrain, [saved.name, saved.bytes]]);
  await page.click('.bar-top button:has-text("Export")');
  for (const command of ['ror', 'beamng']) {
    await page.click(`#tab-export-${command}`);
    const line = (await page.textContent('#command-line')).split(' ');
    await page.click('#make');
    await page.waitForSelector('.made li', { timeout: 120000 });
    const { bytes } = await downloaded(page, () => page.click('.made li button')), native = natively(line.slice(1), files);
    assert.equal(native.code, 0, native.stderr);
    assert.ok(Buffer.from(native.files.get(line[line.indexOf('-o') + 1])).equals(bytes), `${line.join(' ')}: the bytes differ`);
  }
  assert.deepEqual([requests, faults], [[], []]);
}

for (const workers of [1, 4])
  test(`from the example heightmap to both games, with ${workers} workers`, { timeout: 240000 }, async () => {
    const opened = await open(browser, { query: `?workers=${workers}` });
    await journey(opened, ['heightmap.png', read('heightmap.png')], undefined, { asked: true });
    await opened.context.close();
  });

const sample = join(process.env.SCREE_SAMPLES ?? join(root, '../shared/samples'), 'cafu');
test('from the Island sample and its own world to both games', { timeout: 300000, skip: existsSync(sample) ? false : 'no samples (SCREE_SAMPLES)' }, async () => {
  const opened = await open(browser), world = readFileSync(join(sample, 'Island-TerragenSettings.tgw'));
  await journey(opened, ['Island.ter', readFileSync(join(sample, 'Island.ter'))], ['Island.tgw', world]);
  await opened.context.close();
});

/** Saves the map as text. */
const savedText = (page) => downloaded(page, async () => {
  await page.click('summary:has-text("Save")');
  await page.click('[role=menuitem]:has-text("Save as .srf.json")');
});
/** Runs scree fit of what `choose` gives the page, and compares what it says and finds with the program's own. */
const fitting = (page) => async (name, choose, { stdout, files, stderr, code }) => {
  assert.equal(code, 0, `${name}: ${stderr}`);
  const { agreement, classes } = JSON.parse(stdout);
  await page.click('#fit');
  await choose();
  await page.waitForSelector(`.fit-name:has-text("${name}")`);
  await page.click('#fit-make');
  await page.waitForSelector('#agreement', { timeout: 60000 });
  assert.ok((await page.textContent('#agreement')).includes(`agreement ${(agreement * 100).toFixed(1)} %`), await page.textContent('#agreement'));
  assert.deepEqual(await page.locator('.fit-table tbody th').evaluateAll((all) => all.map((one) => one.childNodes[1].textContent)), classes.map(({ name }) => name));
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { state: 'detached' });
  assert.ok((await savedText(page)).bytes.equals(Buffer.from(files.get('out.srf.json'))), `${name}: the map is the program's`);
};
const source = new Map(['island.ter', 'island.srf'].map((name) => [name, read(name)]));
const fitted = (painted, args) => natively(['fit', ...args, '-o', 'out.srf.json', '--json', '-q'], new Map([...source, ...painted]));
const made = (args) => [...natively([...args, '-q'], source).files];
const bakedMasks = () => made(['bake', 'island.ter', 'island.srf', '-o', 'baked', '--depth', '1'])
  .filter(([name]) => name.startsWith('baked/masks/')).map(([name, bytes]) => [name.replace('baked/masks/', ''), bytes]);

test('a map is fitted to painted masks and a level, as the program does, and undone', { timeout: 240000 }, async () => {
  const { page, context, requests, faults } = await island(), fit = fitting(page);
  const masks = bakedMasks();
  assert.ok(masks.length >= 4);
  await fit(`masks: ${masks.length} files`, () => drop(page, ...masks), fitted(masks.map(([name, bytes]) => [`painting/${name}`, bytes]), ['island.ter', 'painting']));
  assert.match(await page.textContent('.title-file'), / · masks\.srf\.json/);
  // Text that was found has nothing to do with the sliders of Terragen's editor.
  await page.waitForSelector('.busy:not(.on)');
  assert.equal(await page.locator('.findings li:has-text("slider runs")').count(), 0);
  const level = made(['export', 'beamng', 'island.ter', 'island.srf', '-o', 'my_island', '--name', 'my_island', '--depth', '1']);
  const zip = made(['export', 'beamng', 'island.ter', 'island.srf', '-o', 'my_island.zip', '--depth', '1'])[0][1];
  await fit('my_island', () => drop(page, ['my_island.zip', zip]), fitted(level, ['my_island', '--onto', 'island.ter']));
  await seen(page, () => page.keyboard.press('Control+z'));
  await seen(page, () => page.keyboard.press('Control+z'));
  await page.waitForSelector('[role=treeitem][data-name="Firn"]');

  // What cannot be read is the program's sentence, and the map stays.
  await page.click('#fit');
  await drop(page, ['noise.png', Buffer.from('no picture')]);
  await page.waitForSelector('.fit-name:has-text("noise.png")');
  await page.click('#fit-make');
  await page.waitForSelector('dialog .wrong:has-text("noise.png")');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('[role=treeitem][data-name="Firn"]').count(), 1);
  assert.deepEqual([requests, faults], [[], []]);
  await context.close();
});

/** A PNG of the materials of a BeamNG terrain, a colour each: after a byte and its side, heights of two
 *  bytes and materials of one, the first row south. */
function classesOf(terrain) {
  const side = Buffer.from(terrain).readUInt32LE(1), materials = terrain.subarray(5 + 2 * side * side), rows = [];
  for (let y = side - 1; y >= 0; y--) {
    const row = Buffer.alloc(3 * side);
    for (let x = 0; x < side; x++) row.set([40 + 30 * materials[y * side + x], 200 - 20 * materials[y * side + x], 90], 3 * x);
    rows.push(row);
  }
  return png(side, side, 8, 2, (y) => rows[y]);
}
test('a map is fitted to a dropped picture of classes with its legend', { timeout: 120000 }, async () => {
  const { page, context, requests, faults } = await island(), fit = fitting(page);
  const classes = classesOf(made(['export', 'beamng', 'island.ter', 'island.srf', '-o', 'my_island', '--name', 'my_island', '--depth', '1']).find(([name]) => name.endsWith('.ter'))[1]);
  const painted = [['painting/classes.png', classes]], plain = fitted(painted, ['island.ter', 'painting/classes.png']);
  await fit('classes.png', () => drop(page, ['classes.png', classes]), plain);
  const rgb = JSON.parse(plain.stdout).classes.map((one) => `#${one.rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`);
  assert.ok(rgb.length >= 4);
  const legend = Buffer.from(`Grass = ${rgb[0]}\nRock = ${rgb[1]}\n`);
  const named = fitted([...painted, ['legend.txt', legend]], ['island.ter', 'painting/classes.png', '--classes', 'legend.txt']);
  assert.deepEqual(JSON.parse(named.stdout).classes.map(({ name }) => name), ['Grass', 'Rock']);
  await fit('classes.png', async () => {
    await drop(page, ['classes.png', classes]);
    await page.locator('#field-classes').setInputFiles({ name: 'legend.txt', mimeType: 'text/plain', buffer: legend });
  }, named);
  assert.deepEqual([requests, faults], [[], []]);
  await context.close();
});

test('a map is fitted to a chosen folder of masks, and to one of Rigs of Rods', { timeout: 240000 }, async () => {
  const { page, context, requests, faults } = await island(), fit = fitting(page);
  const folders = mkdtempSync(join(tmpdir(), 'scree-painted-'));
  const choose = async (name, files) => {
    for (const [path, bytes] of files) {
      mkdirSync(dirname(join(folders, name, path)), { recursive: true });
      writeFileSync(join(folders, name, path), bytes);
    }
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.click('button:has-text("Choose a folder")')]);
    await chooser.setFiles(join(folders, name));
  };
  try {
    const masks = bakedMasks(), within = (folder, files) => files.map(([name, bytes]) => [`painting/${folder}/${name}`, bytes]);
    await fit(`masks: ${masks.length} files`, () => choose('masks', masks), fitted(within('masks', masks), ['island.ter', 'painting/masks']));
    const ror = made(['export', 'ror', 'island.ter', 'island.srf', '-o', 'my_terrain', '--folder', '--depth', '1']).map(([name, bytes]) => [name.replace('my_terrain/', ''), bytes]);
    assert.ok(ror.some(([name]) => name.endsWith('.terrn2')));
    await fit('my_terrain', () => choose('my_terrain', ror), fitted(within('my_terrain', ror), ['painting/my_terrain', '--onto', 'island.ter']));
    assert.deepEqual([requests, faults], [[], []]);
  } finally {
    rmSync(folders, { recursive: true });
  }
  await context.close();
});

test('an export is cancelled, goes on while its window is closed, and is there again', { timeout: 120000 }, async () => {
  const { page, context, faults } = await island();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.click('.bar-top button:has-text("Export")');
  await page.waitForSelector('#expected:has-text("About")');
  await page.click('button:has-text("Copy the command line")');
  await page.waitForFunction(() => document.body.innerText.includes('Copied'));
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await page.textContent('#command-line'));
  await page.click('#make');
  await page.click('.export-go button:has-text("Cancel")');
  await page.waitForSelector('.result b:has-text("Cancelled")');
  assert.equal(await page.locator('.made').count(), 0);
  // What only the command line has is there, with the reason.
  await page.click('.more > summary');
  await page.click('.without summary');
  assert.match(await page.textContent('.without dl'), /--force.*replaced/);
  await page.click('#make');
  await page.waitForSelector('.result');
  await page.keyboard.press('Escape');
  await page.waitForSelector('.said:has-text("island.zip is ready")', { timeout: 60000 });
  await page.click('.bar-top button:has-text("Export")');
  await page.waitForSelector('.made li:has-text("island.zip")');
  assert.equal(await page.locator('.result .hint').count(), 0);
  await page.keyboard.press('Escape');
  await choose(page, 'Snow');
  await page.keyboard.press('Delete');
  await page.waitForSelector('[role=treeitem][data-name="Snow"]', { state: 'detached' });
  await page.click('.bar-top button:has-text("Export")');
  await page.waitForSelector('.result .hint:has-text("earlier state")');
  assert.deepEqual(faults, []);
  await context.close();
});

test('a browser that lets nothing be copied is told of, and styles make no findings', { timeout: 120000 }, async () => {
  const { page, context, faults } = await island();
  await page.evaluate(() => { navigator.clipboard.writeText = () => Promise.reject(new DOMException('not allowed', 'NotAllowedError')); });
  await page.click('summary:has-text("Save")');
  await page.click('[role=menuitem]:has-text("Copy as link")');
  await page.waitForSelector('.said.error:has-text("does not let")');
  for (const style of ['temperate', 'tundra', 'savanna']) {
    await page.click('text=Styles');
    await seen(page, () => page.click(`.style-card:has-text("${style}")`));
    await page.waitForTimeout(1200);
    assert.equal(await page.locator('.findings li.warning').count(), 0, style);
  }
  // A state that is compared with is called by what made it.
  const options = await page.getByLabel('Compare with').locator('option').allTextContents();
  assert.deepEqual(options.slice(0, 3), ['Compare…', 'Opened', '1: Style temperate']);
  assert.deepEqual(faults, []);
  await context.close();
});

test('the map is saved in both forms, and goes through a link', async () => {
  const { page, context } = await island({ permissions: ['clipboard-read', 'clipboard-write'] });
  const save = (words) => downloaded(page, async () => {
    await page.click('summary:has-text("Save")');
    await page.click(`[role=menuitem]:has-text("${words}")`);
  });
  assert.ok((await save('Save as .srf')).bytes.equals(read('island.srf')), 'what was opened comes back');
  const text = await save('.srf.json');
  assert.equal(text.name, 'island.srf.json');
  assert.match(text.bytes.toString(), /"Snow"/);
  await page.click('summary:has-text("Save")');
  await page.click('[role=menuitem]:has-text("Copy as link")');
  await page.waitForSelector('.said:has-text("Copied")');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /^#[\w-]{300,2000}$/);
  await context.close();
  const other = await open(browser, { hash: link });
  await drop(other.page, ['island.ter', read('island.ter')]);
  await other.page.waitForSelector('[role=treeitem][data-name="Snow"]');
  await other.context.close();
});

test('layers are moved, added, renamed, muted and removed by keyboard', async () => {
  const { page, context } = await island();
  const names = () => page.locator('[role=treeitem] .tree-name').allTextContents();
  const first = await names();
  await choose(page, 'Snow');
  await page.locator('[role=treeitem][aria-selected=true]').focus();
  await seen(page, () => page.keyboard.press('Alt+ArrowUp'));
  await page.waitForFunction((was) => [...document.querySelectorAll('.tree-name')].map((one) => one.textContent).join() !== was, first.join());
  assert.ok((await names()).indexOf('Snow') < first.indexOf('Snow'), 'up is later in painting');
  await page.keyboard.press('Control+z');
  await page.waitForFunction((was) => [...document.querySelectorAll('.tree-name')].map((one) => one.textContent).join() === was, first.join());
  await choose(page, 'Beach');
  await page.locator('[role=treeitem][aria-selected=true]').focus();
  await page.keyboard.press('F2');
  await page.locator('input.rename').fill('Strand');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.tree-name:has-text("Strand")');
  const before = await sight(page);
  await seen(page, () => page.keyboard.press('m'));
  await page.waitForTimeout(200);
  assert.notEqual(await sight(page), before);
  await seen(page, () => page.keyboard.press('m'));
  await page.waitForTimeout(200);
  assert.equal(await sight(page), before);
  await seen(page, () => page.keyboard.press('Delete'));
  await page.waitForFunction(() => ![...document.querySelectorAll('.tree-name')].some((one) => one.textContent === 'Strand'));
  assert.equal((await names()).length, first.length - 2, 'its child went with it');
  await page.click('[aria-label="Add a layer"]');
  await page.waitForSelector('.tree-name:has-text("New layer")');
  await context.close();
});

test('overlays have their legends; units, colours, copies and other noise', async () => {
  const { page, context, faults } = await island();
  /** What is seen when nothing changes any more. */
  const looked = async () => {
    for (let last, now = await sight(page); ; last = now, now = await sight(page)) {
      if (last === now) return now;
      await page.waitForTimeout(400);
    }
  };
  const views = new Map([['none', await looked()]]);
  const chip = (name) => page.locator(`[role=treeitem][data-name="${name}"] .chip`).evaluate((one) => getComputedStyle(one).backgroundColor);
  const own = await chip('Sea bed');
  for (const [kind, legend] of [['reach', /Coverage of/], ['winner', undefined], ['margin', /close/], ['slope', /0°–12°.*48° and more/]]) {
    await seen(page, () => page.getByLabel('Overlay').selectOption(kind));
    views.set(kind, await looked());
    if (legend === undefined) assert.equal(await page.locator('.legend').count(), 0);
    else assert.match(await page.textContent('.legend'), legend);
    // The list of layers is the legend of the strongest layers, and no two of them look the same.
    const chips = await page.locator('[role=treeitem] .chip').evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
    assert.equal(await chip('Sea bed') === own, kind !== 'winner');
    if (kind === 'winner') assert.equal(new Set(chips).size, chips.length);
  }
  await seen(page, () => page.getByLabel('Overlay').selectOption('none'));
  await seen(page, () => page.getByLabel('Contours').selectOption('50'));
  views.set('contours', await looked());
  assert.equal(new Set(views.values()).size, views.size);
  await seen(page, () => page.getByLabel('Contours').selectOption('0'));

  await choose(page, 'Grass');
  const typed = page.getByLabel('Upper limit of Slope: Type a number');
  assert.equal(await typed.inputValue(), '36.0°');
  await page.click('[title="Slopes in degrees or as gradients"]');
  assert.match(await typed.inputValue(), /^0\.727/); // tan 36°
  await page.click('[title="Slopes in degrees or as gradients"]');

  const before = await looked(), steps = [
    () => page.getByLabel('Colour of Grass').fill('#ff0000'), () => page.click('[aria-label="Duplicate"]'), () => page.click('[aria-label="Other noise for all layers"]')];
  for (const step of steps) {
    const from = await looked();
    await seen(page, step);
    assert.notEqual(await looked(), from);
  }
  assert.equal(await page.locator('[role=treeitem][data-name^="Grass"]').count(), 2);
  for (const _ of steps) await seen(page, () => page.keyboard.press('Control+z'));
  assert.equal(await looked(), before);
  assert.deepEqual(faults, []);
  await context.close();
});

test('a layer is dragged onto another', async () => {
  const { page, context } = await island();
  await page.locator('[role=treeitem][data-name="Snow"]').dragTo(page.locator('[role=treeitem][data-name="Grass"]'));
  await page.waitForSelector('[role=treeitem][data-name="Snow"][aria-level="3"]');
  await context.close();
});

test('limits are picked from the map: a click the nearer one, a rectangle all', async () => {
  const { page, context, faults } = await island();
  await choose(page, 'Snow');
  const box = await page.locator('#map-canvas').boundingBox(), at = (x, y) => [box.x + box.width * x, box.y + box.height * y];
  const limits = () => page.evaluate(() => Object.fromEntries(['Altitude: nothing below', 'Altitude: nothing above', 'Slope: nothing below', 'Slope: nothing above']
    .map((name) => [name, Number(document.querySelector(`[role=slider][aria-label="${name}"]`).getAttribute('aria-valuenow'))])));
  const before = await limits();
  await page.click('button[aria-label="Pick altitudes from the map"]');
  await page.waitForSelector('.pick-hint');
  // What the place is, is said where the mouse is.
  await page.mouse.move(...at(0.5, 0.5));
  await page.waitForFunction(() => / m {2}·/.test(document.querySelector('.map-place').textContent));
  const [, altitude] = / {2}· {2}(-?[\d.,]+) m/.exec(await page.textContent('.map-place'));
  await seen(page, () => page.mouse.click(...at(0.5, 0.5)));
  await page.waitForFunction((was) => Number(document.querySelector('[aria-label="Altitude: nothing below"]').getAttribute('aria-valuenow')) !== was, before['Altitude: nothing below']);
  const clicked = await limits();
  assert.ok(Math.abs(clicked['Altitude: nothing below'] - Number(altitude.replace(',', ''))) <= 1, `${JSON.stringify(clicked)}, not ${altitude}`);
  assert.equal(clicked['Slope: nothing below'], before['Slope: nothing below']);
  await seen(page, async () => {
    await page.mouse.move(...at(0.45, 0.4));
    await page.mouse.down();
    await page.mouse.move(...at(0.5, 0.45), { steps: 4 });
    assert.equal(await page.locator('.rectangle').count(), 1);
    await page.mouse.up();
  });
  await page.waitForSelector('.pick-hint', { state: 'detached' });
  const ranges = await limits();
  assert.ok(ranges['Altitude: nothing below'] < ranges['Altitude: nothing above'] && ranges['Slope: nothing below'] < ranges['Slope: nothing above'], JSON.stringify(ranges));
  for (const name of Object.keys(ranges)) assert.notEqual(ranges[name], before[name], name);
  await page.keyboard.press('Control+z');
  await page.waitForFunction((was) => Number(document.querySelector('[aria-label="Altitude: nothing below"]').getAttribute('aria-valuenow')) === was, clicked['Altitude: nothing below']);
  assert.deepEqual(faults, []);
  await context.close();
});

/** The pixels of a column of the map's canvas, in one number. */
const column = (page, share) => page.evaluate((at) => {
  const canvas = document.getElementById('map-canvas'), { data } = canvas.getContext('2d').getImageData(Math.round(canvas.width * at), 0, 1, canvas.height);
  return data.reduce((hash, one) => (Math.imul(hash, 31) + one) | 0, 0);
}, share);
test('a wipe shows the map as opened beside the map as it is, by mouse and by keyboard', async () => {
  const { page, context, faults } = await island();
  await page.waitForTimeout(1500); // until it is refined
  const asOpened = { left: await column(page, 0.4), right: await column(page, 0.6) };
  await choose(page, 'Grass');
  await page.getByRole('slider', { name: 'Coverage', exact: true }).focus();
  await seen(page, () => page.keyboard.press('Home'));
  await page.waitForTimeout(1500);
  const changed = { left: await column(page, 0.4), right: await column(page, 0.6) };
  assert.ok(changed.left !== asOpened.left && changed.right !== asOpened.right);
  await page.getByLabel('Compare with').selectOption('0');
  const wipe = page.locator('.wipe');
  const until = async (left, right) => {
    for (let i = 0; i < 100; i++) {
      if (await column(page, 0.4) === left && await column(page, 0.6) === right) return;
      await page.waitForTimeout(100);
    }
    assert.fail(`${await valueOf(wipe)}: not what is expected`);
  };
  await until(changed.left, asOpened.right);
  const box = await wipe.boundingBox(), frame = await page.locator('#map-canvas').boundingBox(), y = frame.y + frame.height / 2;
  await page.mouse.move(box.x + box.width / 2, y);
  await page.mouse.down();
  await page.mouse.move(frame.x + frame.width * 0.2, y, { steps: 4 });
  await page.mouse.up();
  await until(asOpened.left, asOpened.right);
  await wipe.focus();
  await page.keyboard.press('End');
  await until(changed.left, changed.right);
  assert.deepEqual(faults, []);
  await context.close();
});

test('where the page was served, a link holds its address and opens the map again', async () => {
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(readFileSync(studio));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${server.address().port}/studio.html`;
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 720 } });
  try {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const start = async (url) => {
      const page = await context.newPage();
      await page.goto(url);
      await page.waitForSelector('html[data-ready=yes]', { timeout: 30000 });
      return page;
    };
    const page = await start(address);
    await drop(page, ['island.ter', read('island.ter')], ['island.srf', read('island.srf')]);
    await page.waitForSelector('[role=treeitem][data-name="Snow"]');
    await choose(page, 'Snow');
    await page.keyboard.press('Delete');
    await page.waitForSelector('[role=treeitem][data-name="Snow"]', { state: 'detached' });
    const saved = (await savedText(page)).bytes;
    await page.click('summary:has-text("Save")');
    await page.click('[role=menuitem]:has-text("Copy as link")');
    await page.waitForFunction(() => document.body.innerText.includes('Copied'));
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(link.startsWith(`${address}#`), link.slice(0, 60));
    await page.close();
    const other = await start(link);
    await other.waitForSelector('.start .sentence:has-text("link.srf.json")');
    await drop(other, ['island.ter', read('island.ter')]);
    await other.waitForSelector('[role=treeitem][data-name="Beach"]');
    assert.equal(await other.locator('[role=treeitem][data-name="Snow"]').count(), 0);
    assert.ok((await savedText(other)).bytes.equals(saved));
  } finally {
    await context.close();
    server.close();
  }
});

test('the picture is the same whatever the number of workers', async () => {
  const sights = [];
  for (const query of ['?workers=1', '?workers=4']) {
    const { page, context } = await island({ query });
    await page.waitForFunction(() => document.querySelector('.busy:not(.on)') !== null);
    await page.waitForTimeout(500);
    sights.push(await sight(page));
    await context.close();
  }
  assert.equal(sights[0], sights[1]);
});

test('a worker that dies is started again, and nothing is lost', async () => {
  const { page, context } = await island();
  await choose(page, 'Snow');
  const before = await sight(page);
  for (const worker of page.workers())
    await worker.evaluate(() => { setTimeout(() => { throw new Error('it died'); }, 0); });
  await page.waitForSelector('.said:has-text("started again")');
  const slider = page.getByRole('slider', { name: 'Coverage', exact: true });
  await slider.focus();
  await seen(page, () => page.keyboard.press('Home'));
  await page.waitForFunction(() => document.querySelector('[role=slider][aria-label=Coverage]').getAttribute('aria-valuenow') === '0');
  await seen(page, () => page.keyboard.press('Control+z'));
  await page.waitForTimeout(600);
  assert.equal(await sight(page), before);
  await context.close();
});

test('opening the page again brings the work back', async () => {
  const { page, context } = await island();
  await choose(page, 'Snow');
  await page.getByRole('slider', { name: 'Coverage', exact: true }).focus();
  await seen(page, () => page.keyboard.press('Home'));
  await page.waitForTimeout(1500);
  const before = await sight(page);
  await page.close();
  const again = await open(browser, { context });
  await shown(again.page, 0);
  await again.page.waitForTimeout(500);
  assert.equal(await sight(again.page), before);
  await choose(again.page, 'Snow');
  assert.equal(await valueOf(again.page.getByRole('slider', { name: 'Coverage', exact: true })), 0);
  await seen(again.page, () => again.page.keyboard.press('Control+z'));
  await again.page.waitForFunction(() => document.querySelector('[role=slider][aria-label=Coverage]').getAttribute('aria-valuenow') === '90');
  await context.close();
});

test('maps are opened one after the other, and undo leads back; another terrain asks', async () => {
  const { page, context, faults } = await island();
  await page.click('.two button:has-text("3D")');
  await page.waitForFunction(() => Number(document.documentElement.dataset.painted ?? 0) > 0);
  await page.click('text=Styles');
  await page.click('.style-card:has-text("alpine")');
  await page.waitForSelector('[role=treeitem][data-name="Granite"]');
  await drop(page, ['other.srf', read('island.srf')]);
  await page.waitForSelector('[role=treeitem][data-name="Snow"]');
  assert.match(await page.textContent('.title-file'), /other\.srf/);
  await page.keyboard.press('Control+z');
  await page.waitForSelector('[role=treeitem][data-name="Granite"]');
  assert.match(await page.textContent('.title-file'), /alpine\./);

  // Refused, all stays; agreed, the map goes along, and three dimensions go on.
  const raw = Buffer.alloc(65 * 65 * 2);
  for (let i = 0; i < 65 * 65; i++) raw.writeUInt16LE(Math.round(20000 + 9000 * Math.sin(i / 300)), i * 2);
  const another = async (answer) => {
    await drop(page, ['land.r16', raw]);
    await page.getByLabel('Columns', { exact: true }).fill('65');
    await page.getByLabel('Rows', { exact: true }).fill('65');
    await scale(page);
    await page.click('dialog button[type=submit]');
    await page.waitForSelector('dialog:has-text("land.r16"):has-text("alpine."):has-text("not saved")');
    await page.click(`dialog:has-text("not saved") button:has-text("${answer}")`);
  };
  await another('Cancel');
  await page.waitForSelector('dialog', { state: 'detached' });
  assert.match(await page.textContent('.title-file'), /^island\.ter/);
  const painted = await page.evaluate(() => Number(document.documentElement.dataset.painted));
  await another('Keep your rules');
  await page.waitForFunction(() => document.querySelector('.title-file').textContent.startsWith('land.r16'));
  await page.waitForFunction((n) => Number(document.documentElement.dataset.painted) > n, painted);
  assert.equal(await page.evaluate(() => document.getElementById('view3d-canvas').getContext('webgl2').isContextLost()), false);
  await page.waitForSelector('[role=treeitem][data-name="Granite"]');
  assert.ok(await page.locator('#undo').isDisabled());
  assert.deepEqual(faults, []);
  await context.close();
});

test('what two windows keep is never mixed', async () => {
  const first = await island(), { context } = first;
  await first.page.waitForTimeout(1000);
  const second = await open(browser, { context });
  await second.page.waitForSelector('[role=treeitem][data-name="Snow"]');
  const raw = Buffer.alloc(65 * 65 * 2, 7);
  for (let i = 0; i < 65 * 65; i++) raw.writeUInt16LE(9 * i, i * 2);
  await drop(second.page, ['land.r16', raw]);
  await second.page.getByLabel('Columns', { exact: true }).fill('65');
  await second.page.getByLabel('Rows', { exact: true }).fill('65');
  await scale(second.page);
  await second.page.click('dialog button[type=submit]');
  await second.page.click('dialog button:has-text("Keep your rules")');
  await second.page.waitForFunction(() => document.querySelector('.title-file').textContent.startsWith('land.r16'));
  await second.page.waitForTimeout(1000);
  await choose(first.page, 'Snow');
  await seen(first.page, () => first.page.keyboard.press('Delete'));
  await first.page.waitForTimeout(1000);
  const third = await open(browser, { context });
  await third.page.waitForSelector('[role=treeitem][data-name="Grass"]');
  assert.match(await third.page.textContent('.title-file'), /^island\.ter · island\.srf/);
  assert.equal(await third.page.locator('[role=treeitem][data-name="Snow"]').count(), 0);
  await context.close();
});

test('the page has the notices of all that it is made of', async () => {
  const { page, context, faults } = await island();
  await page.keyboard.press('?');
  await page.click('dialog button:has-text("Licences")');
  await page.waitForSelector('dialog .licences:has-text("GNU LESSER")');
  const text = await page.textContent('dialog .licences');
  for (const name of ['The scree authors', 'Jason Miller', 'Preact Team', 'three.js authors', 'Arjun Barrett', 'Bitstream Vera', 'nettle', 'libpng', 'Jansson'])
    assert.ok(text.toLowerCase().includes(name.toLowerCase()), name);
  assert.deepEqual(faults, []);
  await context.close();
});

test('a finding is mended', async () => {
  const { page, context } = await island();
  await choose(page, 'Snow');
  await page.getByRole('slider', { name: 'Coverage', exact: true }).focus();
  await page.keyboard.press('Home');
  await page.click('.findings summary');
  await page.click('.findings button:has-text("Fix")');
  await page.waitForFunction(() => document.querySelector('[role=slider][aria-label=Coverage]').getAttribute('aria-valuenow') === '50');
  await context.close();
});

test('raw numbers are asked for their size, and what cannot be read shows its sentence', async () => {
  const { page, context, faults } = await open(browser);
  await drop(page, ['noise.png', Buffer.from('this is no picture')]);
  await page.waitForSelector('.said.error');
  assert.match(await page.textContent('.said.error'), /noise\.png/);
  const raw = Buffer.alloc(65 * 33 * 2);
  for (let i = 0; i < 65 * 33; i++) raw.writeUInt16LE((i * 2654435761) % 9000, i * 2);
  await drop(page, ['land.r16', raw]);
  await page.waitForSelector('dialog');
  await page.getByLabel('Columns', { exact: true }).fill('65');
  await page.getByLabel('Rows', { exact: true }).fill('33');
  await scale(page);
  await page.click('dialog button[type=submit]');
  await shown(page, 0);
  assert.match(await page.textContent('.terrain-info'), /^65 × 33/);
  assert.deepEqual(faults, []);
  await context.close();
});

test('the zip of a BeamNG level is opened by its own scale', async () => {
  const files = new Map([['island.ter', read('island.ter')], ['island.srf', read('island.srf')]]);
  const level = natively(['export', 'beamng', 'island.ter', 'island.srf', '-o', 'my_island.zip', '-q'], files).files.get('my_island.zip');
  const { page, context, requests, faults } = await open(browser);
  await drop(page, ['my_island.zip', level]);
  await shown(page, 0);
  assert.match(await page.textContent('.title-file'), /^my_island\.ter/);
  assert.match(await page.textContent('.terrain-info'), /^256 × 256 · 2\.04 × 2\.04 km · -35 – 321 m$/);
  await drop(page, ['other.zip', Buffer.from('PK no zip')]);
  await page.waitForSelector('.said.error:has-text("other.zip")');
  assert.deepEqual([requests, faults], [[], []]);
  await context.close();
});

test('a TIFF is opened, and the terrain of a BeamNG level asked for what it does not say', async () => {
  const tiff = made(['convert', 'island.ter', 'island.tif'])[0][1];
  const files = made(['export', 'beamng', 'island.ter', 'island.srf', '-o', 'my_island', '--name', 'my_island']);
  const [, terrain] = files.find(([name]) => name.endsWith('.ter'));
  const { page, context, requests, faults } = await open(browser);
  await drop(page, ['island.tif', tiff]);
  await shown(page, 0);
  assert.equal(await page.textContent('.terrain-info'), '257 × 257 · 2.05 × 2.05 km · -35 – 321 m');
  const before = await picture(page);
  await drop(page, ['theTerrain.ter', terrain]);
  await page.waitForSelector('dialog .sentence');
  await page.getByLabel('maxHeight (metres)').fill('500');
  await page.getByLabel('squareSize (metres)').fill('8');
  page.once('dialog', (dialog) => void dialog.accept()); // the map at hand may have changes
  await page.click('dialog button[type=submit]');
  await shown(page, before);
  assert.match(await page.textContent('.terrain-info'), /^256 × 256 · 2\.04 × 2\.04 km/);
  assert.deepEqual([requests, faults], [[], []]);
  await context.close();
});

/** The example as an ASCII grid without data in a disc around its middle. */
function holed() {
  const bytes = made(['convert', 'island.ter', 'island.r32']).find(([name]) => name.endsWith('.r32'))[1], side = Math.sqrt(bytes.length / 4);
  const heights = new Float32Array(new Uint8Array(bytes).buffer), rows = [];
  for (let y = 0; y < side; y++)
    rows.push([...heights.subarray(y * side, (y + 1) * side)].map((height, x) => (Math.hypot(x - side / 2, y - side / 2) < 40 ? '-9999' : height.toFixed(2))).join(' '));
  return Buffer.from([`ncols ${side}`, `nrows ${side}`, 'xllcorner 0', 'yllcorner 0', 'cellsize 7', 'NODATA_value -9999', ...rows, ''].join('\n'));
}
test('points without data are no ground on the map, in areas, in three dimensions and in what is made', { timeout: 120000 }, async () => {
  const { page, context, faults } = await open(browser), bytes = holed();
  await drop(page, ['holed.asc', bytes], ['island.srf', read('island.srf')]);
  await page.waitForSelector('dialog .sentence:has-text("hold no data")');
  await seen(page, () => page.click('dialog button[type=submit]'));
  const alphaAt = (x, y) => page.evaluate(([i, j]) => {
    const canvas = document.getElementById('map-canvas');
    return canvas.getContext('2d').getImageData(Math.round(canvas.width * i), Math.round(canvas.height * j), 1, 1).data[3];
  }, [x, y]);
  await page.waitForTimeout(1500); // refined, too
  assert.deepEqual([await alphaAt(0.5, 0.5), await alphaAt(0.5, 0.2)], [0, 255]);
  const box = await page.locator('#map-canvas').boundingBox(), middle = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(...middle);
  await page.waitForSelector('.map-place:has-text("no ground")');
  await page.mouse.click(...middle);
  await page.waitForSelector('.said:has-text("There is no ground")');
  assert.equal(await page.locator('.why').count(), 0);
  // The shares are those of the ground, as the program counts them.
  const baked = natively(['bake', 'holed.asc', 'island.srf', '-o', 'out', '--nodata', 'keep', '--size', '384', '--only', 'masks', '-q'], new Map([['holed.asc', bytes], ['island.srf', read('island.srf')]]));
  const grass = JSON.parse(Buffer.from(baked.files.get('out/manifest.json')).toString()).materials.find(({ name }) => name === 'Grass');
  const row = await page.textContent('[role=treeitem][data-name="Grass"]');
  assert.ok(Math.abs(Number(/([\d.]+) %/.exec(row)[1]) - grass.mean_coverage * 100) < 0.5, `${row}: ${grass.mean_coverage}`);
  await page.click('.two button:has-text("3D")');
  await page.waitForFunction(() => Number(document.documentElement.dataset.painted ?? 0) > 0);
  await page.click('text=Export');
  await page.click('#tab-bake');
  assert.match(await page.textContent('.command'), /--nodata keep/);
  await page.keyboard.press('Escape');
  assert.deepEqual(faults, []);
  await context.close();
  // Without a map of its own it gets one in a style, for the points with data.
  const bare = await open(browser);
  await drop(bare.page, ['holed.asc', bytes]);
  await seen(bare.page, () => bare.page.click('dialog button[type=submit]'));
  await bare.page.waitForFunction(() => document.querySelectorAll('[role=treeitem]').length > 4);
  assert.equal(await bare.page.locator('.said.error').count(), 0);
  await bare.context.close();
});

test('in three dimensions: water, sun by keyboard, flying', async () => {
  const { page, context, faults } = await island();
  await page.click('.two button:has-text("3D")');
  await page.waitForFunction(() => Number(document.documentElement.dataset.painted ?? 0) > 0);
  const frames = () => page.evaluate(() => Number(document.documentElement.dataset.frame ?? 0));
  const moved = async (run) => {
    const from = await frames();
    await run();
    await page.waitForFunction((n) => Number(document.documentElement.dataset.frame) > n, from);
  };
  const dial = page.getByRole('slider', { name: 'Direction and height of the sun' });
  await dial.focus();
  await moved(() => page.keyboard.press('ArrowRight'));
  assert.equal(await valueOf(dial), 320);
  await moved(() => page.getByLabel('Water', { exact: true }).click());
  await page.locator('#view3d-canvas').focus();
  await moved(() => page.keyboard.press('ArrowLeft'));
  await page.click('button:has-text("Fly")');
  await page.locator('#view3d-canvas').focus();
  await moved(() => page.keyboard.press('w', { delay: 200 }));
  assert.deepEqual(faults, []);
  await context.close();
});

test('an accessibility check finds nothing, light and dark, in both languages', async () => {
  const axe = readFileSync(join(root, 'studio/node_modules/axe-core/axe.min.js'), 'utf8');
  const check = async (page, what) => {
    await page.waitForTimeout(250);
    const found = await page.evaluate(async (script) => {
      if (window.axe === undefined) (0, eval)(script);
      const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(' | ')}`);
    }, axe);
    assert.deepEqual(found, [], what);
  };
  for (const colorScheme of ['dark', 'light']) {
    const { page, context } = await open(browser, { colorScheme, bypassCSP: true, locale: colorScheme === 'dark' ? 'en-GB' : 'de-DE' });
    await check(page, 'start');
    await drop(page, ['heightmap.png', read('heightmap.png')]);
    await page.waitForSelector('dialog .sentence');
    await check(page, 'scale');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
    await drop(page, ['island.ter', read('island.ter')], ['island.srf', read('island.srf')]);
    await shown(page, 0);
    await page.waitForSelector('[role=treeitem][data-name="Snow"]');
    await choose(page, 'Grass');
    await check(page, 'map');
    await page.keyboard.press('b');
    await seen(page, () => page.locator('#map-canvas').press('Enter')); // the layer gets a mask
    await page.locator('.own-limits summary').click();
    await page.locator('.own input[type=checkbox]').first().check();
    await page.waitForSelector('.own .own-fields input');
    await check(page, 'painting, more limits');
    await page.keyboard.press('Escape');
    const box = await page.locator('#map-canvas').boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForSelector('.why-winner');
    await check(page, 'why');
    await page.keyboard.press('2');
    await page.waitForFunction(() => Number(document.documentElement.dataset.painted ?? 0) > 0);
    await check(page, '3D');
    await page.locator('.bar-top button', { has: page.locator('path[d^="M8 10V2.5"]') }).click();
    await page.waitForSelector('.export-list button');
    await check(page, 'export');
    await page.keyboard.press('Escape');
    await page.locator('.bar-top button', { has: page.locator('path[d^="M8 2a6"]') }).click();
    await page.waitForSelector('.gallery canvas:not(.waiting)');
    await check(page, 'styles');
    await page.keyboard.press('Escape');
    await page.click('#fit');
    await page.waitForSelector('.fit-form');
    await page.locator('.without summary').click();
    await check(page, 'fit');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.waitForSelector('.key-list');
    await check(page, 'keys');
    await context.close();
  }
});

test('no text is cut and nothing moves, from 1280 x 720 to 4K, in every language', async () => {
  for (const [width, height] of [[1280, 720], [1920, 1080], [3840, 2160]])
    for (const locale of width === 1280 ? locales : ['en-GB', 'de-DE']) {
      const { page, context } = await island({ width, height, locale });
      const cutNow = () => page.evaluate(() => [...document.querySelectorAll('button, label, h1, h2, h3, .share b, .share i, .slider-name, .terrain-info, .scale span, .limit-row span')]
        .filter((one) => one.checkVisibility() && getComputedStyle(one).position !== 'absolute' && one.closest('.choice') === null
          && (one.scrollWidth > one.clientWidth + 1) && one.clientWidth > 0 && getComputedStyle(one).display !== 'inline')
        .map((one) => `${one.className}: ${one.textContent}`));
      assert.deepEqual(await cutNow(), [], `${width} x ${height} ${locale}`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight), false);
      const places = () => page.evaluate(() => ['.left', '.right', '.middle', '.map'].map((one) => JSON.stringify(document.querySelector(one).getBoundingClientRect())).join());
      const before = await places();
      await choose(page, 'Grass');
      await page.mouse.click(width / 2, height / 2);
      await page.waitForSelector('.why-winner');
      assert.equal(await places(), before, 'nothing moves');
      await page.locator('.bar-top button', { has: page.locator('path[d^="M8 10V2.5"]') }).click();
      await page.waitForSelector('.export-list button');
      for (const summary of await page.locator('.export-form summary').all()) await summary.click();
      assert.deepEqual(await cutNow(), [], `export ${width} x ${height} ${locale}`);
      await context.close();
    }
});

test('in a small window every control of the bar and of the map can be reached', async () => {
  for (const locale of locales) {
    const { page, context } = await island({ width: 800, height: 600, locale });
    for (const part of ['.bar-top', '.middle-bar', '.tree-tools']) {
      const outside = await page.evaluate((name) => {
        const box = document.querySelector(name).getBoundingClientRect();
        return [...document.querySelectorAll(`${name} :is(button, select, summary)`)].filter((one) => {
          const { left, right } = one.getBoundingClientRect();
          return left < box.left || right > Math.min(box.right, innerWidth);
        }).map((one) => one.outerHTML.slice(0, 90));
      }, part);
      assert.deepEqual(outside, [], `${part} ${locale}`);
    }
    await context.close();
  }
});
