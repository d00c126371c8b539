// A real place: an elevation model, an extract of OpenStreetMap and a map of land cover are dropped, a square
// is chosen, and the levels are those of `scree place` byte for byte. With the samples (SCREE_SAMPLES) alone.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { unzipSync } from 'fflate';
import { bundle } from './bundle.mjs';
import { natively } from './native.mjs';
import { drop, launch, open, picture, shown } from './page.mjs';

const samples = process.env.SCREE_SAMPLES ?? '', skip = existsSync(join(samples, 'zion/srtm.tif')) ? false : 'SCREE_SAMPLES has no places';
const sample = (name) => new Uint8Array(readFileSync(join(samples, name)));
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
const { degreesAt, firstBox, isClasses, isRoads, outlineOf, pointsOf, shareAt, styleOf } = await import(await bundle('place.ts', { platform: 'node' }));

let browser;
before(async () => { browser = await launch(); });
after(() => browser?.close());

test('degrees and shares of a terrain are each the other way, turned ones, too', () => {
  for (const corners of [[1, 43, 2, 43, 1, 42], [10.1, 50.2, 10.6, 50.25, 10.15, 49.9], [179.9, -41, 180.2, -41, 179.9, -41.3]])
    for (const [x, y] of [[0, 0], [1, 1], [0.3, 0.8], [-0.2, 1.4]]) {
      const [u, v] = shareAt(corners, ...degreesAt(corners, x, y));
      assert.ok(Math.abs(u - x) < 1e-9 && Math.abs(v - y) < 1e-9);
    }
  // A degree of latitude is 111.2 km on a sphere; of longitude half of that at 60 degrees.
  const [[west, north], [east], [, south]] = outlineOf([10, 61, 12, 61, 10, 59], { longitude: 11, latitude: 60, km: 20 });
  assert.ok(Math.abs((south - north) * 2 * 111.195 - 20) < 0.01 && Math.abs((east - west) * 2 * 111.195 / 2 - 20) < 0.2);
  assert.deepEqual(firstBox({ cornersDeg: [1, 43, 2, 43, 1, 42], extentM: [82199, 111083] }), { longitude: 1.5, latitude: 42.5, km: 10 });
});

test('files are known by what they hold', { skip }, async () => {
  const reader = (bytes) => async (from, size) => bytes.subarray(from, from + size);
  assert.deepEqual([await isClasses(reader(sample('zion/nlcd.tif'))), await isClasses(reader(sample('zion/srtm.tif'))), await isClasses(reader(sample('andorra/andorra.osm.pbf')))], [true, false, false]);
  const json = (text) => new TextEncoder().encode(text);
  assert.deepEqual(['a.osm', 'a.osm.gz', 'a.osm.pbf', 'a.geojson', 'a.tif', 'a.gz'].map((name) => isRoads(name, json(''))), [true, true, true, true, false, false]);
  assert.deepEqual([isRoads('a.json', json('{"format": "scree-roads-1"')), isRoads('a.json', json('{"type":"FeatureCollection"')), isRoads('a.srf.json', json('{"format": "scree-surface-2"'))], [true, true, false]);
});

/** Opens a square of what was dropped, by typing it. */
async function place(page, { longitude, latitude, km, points, style }) {
  await page.waitForSelector('#place-map');
  for (const [label, value] of [[/^Longitude/, longitude], [/^Latitude/, latitude], [/^Side/, km]]) {
    await page.getByRole('textbox', { name: label }).fill(String(value));
    await page.keyboard.press('Enter');
  }
  assert.equal(await page.textContent('#place-box'), `--box ${longitude},${latitude},${km}`);
  await page.selectOption('#place-points', String(points));
  if (style !== undefined) await page.selectOption('#place-style', style);
  const from = await picture(page);
  await page.click('#place-open');
  await shown(page, from);
}
/** What a card makes: its zip's digest, and the words of its command line. */
async function made(page, tab) {
  await page.click('.bar-top >> text=Export');
  await page.click(`#tab-${tab}`);
  const line = await page.textContent('#command-line');
  await page.click('#make');
  await page.waitForSelector('.made li, .export .wrong b', { timeout: 240000 });
  const files = await page.locator('.made li').evaluateAll((all) => all.map((one) => [one.querySelector('button').textContent.replace(/^Save /, ''), one.querySelector('code').textContent]));
  await page.click('dialog button[aria-label=Close]');
  return { words: line.split(' ').slice(1), files: Object.fromEntries(files) };
}
/** The same by the program: by the page's line, and by scree place. */
function same(page, files, words) {
  const zip = Object.keys(page.files).find((name) => name.endsWith('.zip'));
  for (const args of [page.words, words]) {
    const ran = natively(args, files);
    assert.equal(ran.code, 0, ran.stderr);
    assert.equal(page.files[zip], sha256(ran.files.get(zip)), args.join(' '));
    if (args === words) return ran.files;
  }
}
/** The page's map, saved, and its masks. */
async function saved(page) {
  await page.click('.menu summary');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('.menu-list >> text=/Save as .*(json|zip)/')]);
  const bytes = readFileSync(await download.path());
  return download.suggestedFilename().endsWith('.zip') ? unzipSync(bytes) : { [download.suggestedFilename()]: bytes };
}

test('Andorra: a model and an extract become the level of scree place; the square is dragged or typed', { skip, timeout: 600000 }, async () => {
  const { page, context, faults, requests } = await open(browser);
  const hgt = unzipSync(sample('andorra/N42E001.hgt.zip'))['N42E001.hgt'], osm = sample('andorra/andorra.osm.pbf');
  await drop(page, ['andorra.osm.pbf', osm], ['N42E001.hgt', hgt]);
  await page.waitForSelector('#place-map');
  assert.equal(await page.textContent('#place-box'), '--box 1.5,42.5,10');
  // By the corner smaller, by the middle elsewhere, by keys, and out of the file.
  const map = await page.locator('#place-map').boundingBox(), at = (x, y) => [map.x + map.width * x, map.y + map.height * y];
  const drag = async (from, to) => { await page.mouse.move(...at(...from)); await page.mouse.down(); await page.mouse.move(...at(...to), { steps: 4 }); await page.mouse.up(); };
  const box = async () => (await page.textContent('#place-box')).replace('--box ', '').split(',').map(Number);
  const grip = await page.locator('.place-grip').boundingBox();
  await page.mouse.move(grip.x + 7, grip.y + 7);
  await page.mouse.down();
  await page.mouse.move(...at(0.52, 0.52), { steps: 4 });
  await page.mouse.up();
  const [, , small] = await box();
  assert.ok(small > 3 && small < 5, String(small)); // 0.02 of a degree of latitude to each side
  await drag([0.5, 0.5], [0.52, 0.49]);
  const [longitude, latitude] = await box();
  assert.ok(Math.abs(longitude - 1.52) < 0.004 && Math.abs(latitude - 42.51) < 0.004, `${longitude} ${latitude}`);
  await page.locator('#place-map').focus();
  await page.keyboard.press('ArrowRight');
  assert.ok(Math.abs((await box())[0] - longitude - 0.01) < 1e-4);
  await drag([0.53, 0.49], [0.999, 0.49]);
  await page.waitForSelector('#place-box.wrong');
  assert.ok(await page.locator('#place-open').isDisabled());

  await place(page, { longitude: 1.52, latitude: 42.51, km: 2.5, points: 513 });
  assert.equal(await page.locator('.roads tbody tr').count() > 2, true);
  const beamng = await made(page, 'export-beamng'), files = new Map([['N42E001.hgt', hgt], ['andorra.osm.pbf', osm]]);
  const native = same(beamng, files, ['place', 'N42E001.hgt', '--roads', 'andorra.osm.pbf', '--box', '1.52,42.51,2.5', '--points', '513', '-o', 'N42E001.zip']);
  // The map that is shown is the one that the program makes, without layers that have no place here.
  const map1 = await saved(page), lines = (text, name) => Buffer.from(text).toString().replaceAll(name, 'MAP').split('\n').map((line) => line.replace(/,$/, ''));
  const theirs = lines(native.get('N42E001.srf.json'), 'n42e001-'), mine = lines(map1['alpine.srf.json'], 'alpine-');
  let next = 0;
  for (const line of theirs) if (line === mine[next]) next++;
  assert.equal(next, mine.length, mine[next]);
  assert.ok(theirs.length - mine.length < 80, `${theirs.length} lines, ${mine.length} here`);
  const pictures = Object.entries(map1).filter(([name]) => name.endsWith('.png'));
  assert.ok(pictures.length > 3);
  for (const [name, bytes] of pictures) assert.equal(sha256(bytes), sha256(native.get(name.replace('alpine', 'n42e001'))), name);
  assert.deepEqual([faults, requests], [[], []]);
  await context.close();
});

test('Zion: a model and a map of land cover, for Rigs of Rods', { skip, timeout: 600000 }, async () => {
  const { page, context, faults, requests } = await open(browser);
  const files = new Map([['srtm.tif', sample('zion/srtm.tif')], ['nlcd.tif', sample('zion/nlcd.tif')]]);
  await drop(page, ...files);
  await place(page, { longitude: -113.02, latitude: 37.28, km: 3, points: 513, style: 'badlands' });
  same(await made(page, 'export-ror'), files,
    ['place', 'srtm.tif', '--cover', 'nlcd.tif', '--box', '-113.02,37.28,3', '--points', '513', '--style', 'badlands', '--for', 'ror', '-o', 'srtm.zip']);
  assert.equal(styleOf(37.28), 'alpine');
  assert.equal(pointsOf(10), 2049); // as the recipe of docs/places.md has it
  assert.deepEqual([faults, requests], [[], []]);
  await context.close();
});
