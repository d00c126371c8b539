// pictures.mjs [FOLDER]: the pictures of docs/studio.md, of the page that is built; those of a real place with SCREE_SAMPLES.
// pictures.mjs --hero: the picture of its first page, which is built into it: studio/hero.webp.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { natively } from './test/native.mjs';
import { drop, launch, open, picture, root, shown } from './test/page.mjs';

if (process.argv[2] === '--hero') {
  const ran = natively(['render', 'island.ter', 'island.srf', '-o', 'hero.png', '--from', '250', '--size', '1920x640', '--plants', 'auto',
    '--water', '0', '--sun', '300,25'], new Map(['island.ter', 'island.srf'].map((name) => [name, readFileSync(join(root, 'examples', name))])));
  const browser = await launch(), page = await browser.newPage();
  const webp = await page.evaluate(async (text) => {
    const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${text}`)).blob(), { resizeWidth: 960, resizeHeight: 320, resizeQuality: 'high' });
    const canvas = new OffscreenCanvas(960, 320);
    canvas.getContext('2d').drawImage(picture, 0, 0);
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp', quality: 0.82 })).arrayBuffer());
    return btoa(String.fromCharCode(...bytes));
  }, Buffer.from(ran.files.get('hero.png')).toString('base64'));
  writeFileSync(join(root, 'studio/hero.webp'), Buffer.from(webp, 'base64'));
  await browser.close();
  process.exit();
}

const folder = process.argv[2] ?? join(root, 'docs/pictures');
const browser = await launch();
const read = (name) => readFileSync(join(root, 'examples', name));
const shot = async (page, name) => {
  await page.waitForTimeout(700);
  await page.screenshot({ path: join(folder, `studio-${name}.png`) });
};
const choose = async (page, name) => {
  await page.click(`[role=treeitem][data-name="${name}"] .tree-name`);
  await page.mouse.move(700, 62);
};
async function island(options) {
  const { page, context } = await open(browser, options);
  await drop(page, ['island.ter', read('island.ter')], ['island.srf', read('island.srf')]);
  await shown(page, 0);
  await page.waitForSelector('[role=treeitem][data-name="Snow"]');
  await page.waitForTimeout(1000);
  return { page, context };
}
try {
  {
    const { page, context } = await open(browser);
    await shot(page, 'start');
    await drop(page, ['heightmap.png', read('heightmap.png')]);
    await page.waitForSelector('dialog .sentence');
    await shot(page, 'scale');
    for (const [label, value] of [[/^Metres from/, '4'], [/^Black/, '0'], [/^White/, '300']]) await page.getByLabel(label).fill(value);
    await page.click('dialog button[type=submit]');
    await shown(page, 0);
    await page.click('text=Styles');
    await page.waitForFunction(() => document.querySelectorAll('.gallery canvas.waiting').length === 0 && document.querySelectorAll('.gallery canvas').length > 0, undefined, { timeout: 60000 });
    await shot(page, 'styles');
    await context.close();
  }
  {
    const { page, context } = await island();
    await choose(page, 'Woodland');
    await shot(page, 'map');
    await page.keyboard.press('r');
    await page.getByLabel('Contours').selectOption('50');
    await shot(page, 'reach');
    await page.keyboard.press('o');
    await page.getByLabel('Contours').selectOption('0');
    const box = await page.locator('#map-canvas').boundingBox();
    await page.mouse.click(box.x + box.width * 0.68, box.y + box.height * 0.44);
    await page.waitForSelector('.why-winner');
    await shot(page, 'why');
    await page.click('.why [aria-label="Close"]');
    await choose(page, 'Grass');
    await page.click('#paint');
    await page.click('#paint-take');
    for (const [x0, y0, x1, y1] of [[0.42, 0.72, 0.6, 0.55], [0.6, 0.55, 0.7, 0.62], [0.34, 0.42, 0.42, 0.36]]) {
      await page.mouse.move(box.x + box.width * x0, box.y + box.height * y0);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * x1, box.y + box.height * y1, { steps: 8 });
      await page.mouse.up();
    }
    await page.waitForTimeout(1500);
    await shot(page, 'paint');
    await page.keyboard.press('b');
    for (let i = 0; i < 3; i++) await page.keyboard.press('Control+z');
    const before = await picture(page);
    await choose(page, 'Snow');
    const typed = page.getByLabel('Lower limit of Altitude: Type a number');
    await typed.fill('80');
    await typed.press('Enter');
    await shown(page, before);
    await page.getByLabel('Compare with').selectOption('0');
    await shot(page, 'compare');
    await context.close();
  }
  {
    const { page, context } = await island();
    await choose(page, 'Snow');
    await page.click('.two button:has-text("3D")');
    await page.waitForFunction(() => Number(document.documentElement.dataset.painted ?? 0) > 0);
    await page.waitForTimeout(1000);
    await shot(page, '3d');
    await page.click('text=Export');
    await page.waitForSelector('.export-list button');
    await page.click('#make');
    await page.waitForSelector('.made li', { timeout: 60000 });
    await page.locator('.result').scrollIntoViewIfNeeded();
    await shot(page, 'export');
    await context.close();
  }
  {
    const { page, context } = await island();
    const files = new Map([['island.ter', read('island.ter')], ['island.srf', read('island.srf')]]);
    const masks = [...natively(['bake', 'island.ter', 'island.srf', '-o', 'baked', '--depth', '1', '-q'], files).files]
      .filter(([name]) => name.startsWith('baked/masks/')).map(([name, bytes]) => [name.replace('baked/masks/', ''), bytes]);
    await page.click('#fit');
    await drop(page, ...masks);
    await page.waitForSelector('.fit-name:has-text("files")');
    await page.click('#fit-make');
    await page.waitForSelector('#agreement', { timeout: 60000 });
    await page.locator('.fit-table').scrollIntoViewIfNeeded();
    await shot(page, 'fit');
    await context.close();
  }
  if (process.env.SCREE_SAMPLES !== undefined) {
    const sample = (name) => readFileSync(join(process.env.SCREE_SAMPLES, 'andorra', name));
    const { page, context } = await open(browser);
    await drop(page, ['N42E001.hgt', unzipSync(sample('N42E001.hgt.zip'))['N42E001.hgt']], ['andorra.osm.pbf', sample('andorra.osm.pbf')]);
    await page.waitForSelector('#place-map');
    await page.getByRole('textbox', { name: /^Longitude/ }).fill('1.52');
    await page.getByRole('textbox', { name: /^Latitude/ }).fill('42.51');
    await page.getByRole('textbox', { name: /^Side/ }).fill('5');
    await page.keyboard.press('Enter');
    await shot(page, 'place');
    await page.selectOption('#place-points', '1025');
    await page.click('#place-open');
    await shown(page, 0);
    await page.waitForSelector('.roads tbody tr');
    await page.waitForTimeout(8000);
    await shot(page, 'roads');
    await context.close();
  }
  {
    const { page, context } = await island({ colorScheme: 'light', locale: 'de-DE' });
    await choose(page, 'Grass');
    await shot(page, 'light');
    await context.close();
  }
} finally {
  await browser.close();
}
