// The page as `scree studio` serves it: its files are open, and saving writes into the file. Needs a
// program that can serve.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { drop, launch, root, studio } from './page.mjs';

const program = process.env.SCREE_NATIVE ?? join(root, 'build/release/cli/scree');

/** Waits until something is so. */
async function until(is, what) {
  const end = Date.now() + 20000;
  while (!is()) {
    if (Date.now() > end) assert.fail(`waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
/** Runs scree studio with files of a folder of its own, and `look` at its page; skips where nothing can serve. */
async function serving(context, files, look) {
  const work = mkdtempSync(join(tmpdir(), 'scree-served-'));
  for (const name of ['island.ter', 'island.srf', 'island.srf.json', 'island-roads.json', 'heightmap.png']) copyFileSync(join(root, 'examples', name), join(work, name));
  const run = spawn(program, ['studio', ...files, '--page', studio, '--no-browser'], { cwd: work });
  let url = '', said = '';
  run.stdout.on('data', (text) => { url += text; });
  run.stderr.on('data', (text) => { said += text; });
  const ended = once(run, 'exit'), browser = await launch();
  try {
    await until(() => url.includes('\n') || run.exitCode !== null, 'an address');
    if (run.exitCode !== null) return /cannot serve/.test(said) ? context.skip('this build cannot serve') : assert.fail(said);
    const tabs = await browser.newContext({ viewport: { width: 1280, height: 720 }, acceptDownloads: true, locale: 'en-GB' });
    const asked = [], faults = [];
    const open = async () => {
      const page = await tabs.newPage();
      page.on('request', (request) => { if (!/^(blob|data):/.test(request.url())) asked.push(request.url()); });
      page.on('pageerror', (error) => faults.push(error.message));
      await page.goto(url.trim());
      await page.waitForSelector('html[data-ready=yes]', { timeout: 60000 });
      return page;
    };
    await look({ open, map: join(work, 'island.srf'), tabs, url: url.trim() });
    assert.ok(asked.every((address) => address.startsWith(url.trim())), asked.join('\n'));
    assert.deepEqual(faults, []);
  } finally {
    await browser.close();
    run.kill('SIGINT');
    await ended;
    rmSync(work, { recursive: true });
  }
}
const limit = { timeout: 180000 };
const layer = (page, name) => page.waitForSelector(`[role=treeitem][data-name="${name}"]`);
const savedAs = (page, name) => page.waitForFunction((wanted) => document.body.innerText.includes(`${wanted} saved`), name);
const island = (name) => readFileSync(join(root, 'examples', name));

test('scree studio opens its files in the page and saves into the map', limit, (context) =>
  serving(context, ['island.ter', 'island.srf'], async ({ open, map }) => {
    const page = await open(), before = readFileSync(map);
    await layer(page, 'Snow');
    // Unchanged: the same bytes. Then over somebody's change, which is asked about.
    await page.keyboard.press('Control+s');
    await savedAs(page, 'island.srf');
    assert.ok(readFileSync(map).equals(before));
    const other = Buffer.from(before.toString('latin1').replace('Grass', 'Green'), 'latin1');
    writeFileSync(map, other);
    let question = '';
    page.once('dialog', (dialog) => { question = dialog.message(); void dialog.dismiss(); });
    await page.keyboard.press('Control+s');
    await until(() => question !== '', 'a question');
    assert.match(question, /island\.srf was changed by others/);
    assert.ok(readFileSync(map).equals(other));
    page.once('dialog', (dialog) => void dialog.accept());
    await page.keyboard.press('Control+s');
    await until(() => readFileSync(map).equals(before), 'the map as it was');
  }));

test('roads of scree studio lie on its terrain', limit, (context) =>
  serving(context, ['island.ter', 'island.srf', '--roads', 'island-roads.json'], async ({ open }) => {
    const page = await open();
    await layer(page, 'Snow');
    await page.waitForSelector('.roads tbody tr');
    assert.match(await page.textContent('.roads'), /island-roads\.json/);
  }));

test('a map without a terrain waits for one, and no other map is saved into its file', limit, (context) =>
  serving(context, ['island.srf'], async ({ open, map, tabs, url }) => {
    await tabs.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await open(), before = readFileSync(map);
    await page.waitForSelector('.start .sentence:has-text("island.srf")');
    await drop(page, ['island.ter', island('island.ter')]);
    await layer(page, 'Snow');
    await page.keyboard.press('Control+s');
    await savedAs(page, 'island.srf');
    assert.ok(readFileSync(map).equals(before));

    // A style is another map: it is handed over, and its link has nothing of the address.
    await page.click('text=Styles');
    await page.click('.style-card:has-text("alpine")');
    await layer(page, 'Granite');
    const [handed] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Control+s')]);
    assert.match(handed.suggestedFilename(), /^alpine\./);
    assert.ok(readFileSync(map).equals(before));
    await page.click('.menu summary');
    await page.click('text=Copy as link');
    await page.waitForFunction(() => document.body.innerText.includes('Copied'));
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(link.startsWith('#') && !link.includes(url), link.slice(0, 60));

    // Back at the file's own map, its changes are saved into it.
    await page.keyboard.press('Control+z');
    await layer(page, 'Snow');
    await page.click('[role=treeitem][data-name="Snow"] .tree-name');
    await page.keyboard.press('Delete');
    await page.waitForSelector('[role=treeitem][data-name="Snow"]', { state: 'detached' });
    await page.keyboard.press('Control+s');
    await until(() => !readFileSync(map).equals(before), 'the change');
  }));

test('what the command says of a terrain is not asked for', limit, (context) =>
  serving(context, ['heightmap.png', '--cell', '4', '--height-range', '0', '300'], async ({ open }) => {
    const page = await open();
    await layer(page, 'Meadow grass');
    assert.equal(await page.locator('dialog').count(), 0);
    assert.equal(await page.textContent('.terrain-info'), '513 × 513 · 2.05 × 2.05 km · 0 – 300 m');
  }));

test('a page does not save over what another page saved', limit, (context) =>
  serving(context, ['island.ter', 'island.srf'], async ({ open, map }) => {
    const first = await open(), before = readFileSync(map);
    await layer(first, 'Snow');
    const second = await open();
    await layer(second, 'Snow');
    await second.click('[role=treeitem][data-name="Snow"] .tree-name');
    await second.keyboard.press('Delete');
    await second.waitForSelector('[role=treeitem][data-name="Snow"]', { state: 'detached' });
    await second.keyboard.press('Control+s');
    await until(() => !readFileSync(map).equals(before), 'the change of the second');
    const changed = readFileSync(map);
    let question = '';
    first.once('dialog', (dialog) => { question = dialog.message(); void dialog.dismiss(); });
    await first.bringToFront();
    await first.keyboard.press('Control+s');
    await until(() => question !== '', 'a question');
    assert.ok(readFileSync(map).equals(changed));
  }));

test('a mask is painted, saved beside the map, and read again', limit, (context) =>
  serving(context, ['island.ter', 'island.srf.json'], async ({ open, map }) => {
    const text = map.replace(/\.srf$/, '.srf.json'), painted = map.replace(/island\.srf$/, 'snow.png'), before = readFileSync(text);
    const page = await open();
    await page.click('[role=treeitem][data-name="Snow"] .tree-name');
    await page.keyboard.press('b');
    const box = await page.locator('#map-canvas').boundingBox();
    const stroke = async (y) => {
      await page.mouse.move(box.x + box.width * 0.4, box.y + box.height * y);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * (y + 0.02), { steps: 5 });
      await page.mouse.up();
      await page.waitForSelector('#undo[title="Undo: Paint Snow"]');
    };
    await stroke(0.45);
    await page.waitForFunction(() => document.getElementById('mask-file').textContent === 'snow.png');
    await page.keyboard.press('Control+s');
    await savedAs(page, 'island.srf.json');
    const first = readFileSync(painted), named = readFileSync(text);
    assert.match(named.toString(), /"file": "snow\.png"/);
    assert.ok(!named.equals(before));
    // A page that is opened now has both; what it paints further replaces the picture, and the map stays.
    const second = await open();
    await second.click('[role=treeitem][data-name="Snow"] .tree-name');
    await second.waitForFunction(() => document.getElementById('mask-file').textContent === 'snow.png');
    assert.equal(await second.locator('.said.error').count(), 0);
    await page.bringToFront();
    await stroke(0.55);
    await page.keyboard.press('Control+s');
    await until(() => !readFileSync(painted).equals(first), 'the second stroke');
    assert.ok(readFileSync(text).equals(named));
    // The other page does not save over it unasked.
    let question = '';
    second.once('dialog', (dialog) => { question = dialog.message(); void dialog.dismiss(); });
    await second.bringToFront();
    await second.keyboard.press('Control+s');
    await until(() => question !== '', 'a question');
    // The program reads what was saved.
    const { status, stderr } = spawnSync(program, ['bake', 'island.ter', 'island.srf.json', '-o', 'out', '-q'], { cwd: dirname(map), encoding: 'utf8' });
    assert.deepEqual([status, stderr], [0, '']);
  }));
