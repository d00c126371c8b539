// The TypeScript API as the package has it, in a folder where package.sh has installed it, against
// golden/ and against what the native program made (SCREE_NATIVE_FILES).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { Files, ScreeError, compile, load } from 'scree';
import { Workers } from 'scree/workers';

const root = process.env.SCREE_SOURCE, native = process.env.SCREE_NATIVE_FILES;
const read = (path) => new Uint8Array(readFileSync(path));
const ter = read(join(root, 'examples/island.ter')), srf = read(join(root, 'examples/island.srf'));
const digest = (bytes) => createHash('sha256').update(bytes).digest('hex');
const module = await compile();
const scree = await load(module);
const open = () => {
  const terrain = scree.terrain(ter, { name: 'island.ter' });
  return { terrain, surface: scree.surface(srf, { name: 'island.srf', terrain }) };
};
const golden = (name) => readFileSync(join(root, 'golden', name, 'expect.txt'), 'utf8').trim().split('\n')
  .map((line) => line.split(/ +/)).map(([plane, width, height, , sha256]) => ({ plane, width: +width, height: +height, sha256 }));
const filesBelow = (folder, prefix = '') => readdirSync(folder).flatMap((name) =>
  statSync(join(folder, name)).isDirectory() ? filesBelow(join(folder, name), `${prefix}${name}/`) : [prefix + name]);
const sameAs = (files, folder) => {
  assert.deepEqual([...files.names].sort(), filesBelow(folder).sort());
  for (const name of files.names)
    assert.ok(Buffer.from(files.bytes(name)).equals(readFileSync(join(folder, name))), `${name}: the bytes differ`);
};

test('a terrain tells what it is', () => {
  const { terrain } = open();
  const info = terrain.describe();
  assert.deepEqual([info.pointsX, info.pointsY, info.cellM[0]], [257, 257, 8]);
  assert.equal(info.sha256, digest(ter));
  const heights = terrain.heights(0, 257);
  assert.equal(heights.length, 257 * 257);
  assert.equal(Math.max(...heights), Math.fround(info.altitudeM[1]));
  const again = scree.terrainFromHeights(heights, 257, 257, 8);
  assert.deepEqual(again.heights(100, 1), terrain.heights(100, 1));
});

test('a map is read, changed and written', () => {
  const { terrain, surface } = open();
  assert.deepEqual(surface.write('srf'), srf);
  const grass = surface.layers().find((layer) => layer.name === 'Grass');
  surface.set(grass.index, 'coverage', '40%');
  assert.deepEqual(surface.numbers(grass.index, 'coverage'), [Math.fround(0.4)]);
  surface.change('Snow.altitude.min=200m', terrain);
  const copy = surface.copy();
  const added = surface.add(0, 99, 'Gravel');
  assert.equal(surface.layer(added).name, 'Gravel');
  assert.equal(surface.count, copy.count + 1);
  assert.equal(surface.layer(surface.duplicate(added)).name.startsWith('Gravel'), true);
  surface.remove(added);
  const text = new TextDecoder().decode(surface.write('text'));
  assert.deepEqual(scree.surface(text, { name: 'x.srf.json', terrain }).write('srf'), surface.write('srf'));
  assert.throws(() => surface.set(0, 'covrage', '1'), (e) => e instanceof ScreeError && e.code === 'bad argument' && /covrage/.test(e.message));
  assert.throws(() => surface.layer(1000), { code: 'bad argument' });
  surface.free();
  assert.throws(() => surface.layers(), { code: 'bad argument' });
});

test('limits, forms and values of layers', () => {
  const { terrain, surface } = open();
  const snow = surface.layers().find((layer) => layer.name === 'Snow');
  const [at] = surface.numbers(snow.index, 'altitude.min.at'), [fuzziness] = surface.numbers(snow.index, 'altitude.min.fuzziness');
  assert.deepEqual(snow.altitude[0], { on: true, at, fuzziness });
  assert.equal(at * terrain.describe().cellM[2], 150);
  assert.equal(snow.altitude[1].on, false);
  assert.equal(surface.form, 'srf');
  assert.equal(surface.value(snow.index, 'altitude.max'), 'off');
  assert.deepEqual([scree.isSurface(srf), scree.isSurface(ter)], [true, false]);
});

test('styles and findings', () => {
  const { terrain, surface } = open();
  const styles = scree.styles();
  assert.ok(styles.length > 1);
  assert.equal(styles[0].name, 'temperate');
  const { text, report } = scree.newStyle(terrain, { style: 'island', waterM: 0 });
  assert.deepEqual([report.format, report.style], ['scree-style-1', 'island']);
  assert.equal(scree.surface(text, { name: 'island.srf.json', terrain }).layer(0).depth, 0);
  assert.notDeepEqual(scree.newStyle(terrain, { style: 'island', water: 'none' }).text, text);
  assert.notDeepEqual(scree.newStyle(terrain, { style: 'island', waterM: 0, seed: 7n }).text, text);
  const seeded = (seed) => Buffer.from(scree.newStyle(terrain, { style: 'island', waterM: 0, seed }).text);
  assert.ok(seeded(4294967295n).equals(readFileSync(join(native, 'seeded.srf.json'))));
  assert.ok(!seeded(2n ** 53n + 1n).equals(seeded(2n ** 53n))); // no number is between them
  assert.ok(!seeded(2n ** 64n - 1n).equals(seeded(0n)));
  for (const seed of [-1n, 2n ** 64n])
    assert.throws(() => seeded(seed), { code: 'bad argument', field: 'seed' });
  assert.throws(() => scree.newStyle(terrain, { style: 'lunar' }), { code: 'bad argument', field: 'style' });
  assert.ok(scree.lint(surface, terrain).every(({ severity }) => severity !== 'error'));
  const snow = surface.layers().find((layer) => layer.name === 'Snow');
  surface.set(snow.index, 'coverage', '0');
  const found = scree.lint(surface, terrain).find(({ id }) => id === 'coverage-zero');
  assert.deepEqual([found.severity, found.layer, found.path], ['note', snow.index, 'Rock/Snow']);
});

test('a plan has the live picture, its ground and its margin', () => {
  const { terrain, surface } = open();
  const size = { width: 100, height: 80 }, plan = scree.plan(terrain, surface, size), live = scree.live(terrain, size);
  live.update(surface);
  assert.deepEqual([plan.width, plan.height, plan.materials], [100, 80, surface.count]);
  assert.deepEqual(plan.picture(), live.picture());
  assert.deepEqual(plan.picture(30, 20), live.picture().slice(30 * 300, 50 * 300));
  const { altitudeM, slope } = plan.ground(), info = terrain.describe();
  assert.equal(altitudeM.length, 8000);
  assert.ok(altitudeM.every((h) => h >= info.altitudeM[0] - 1 && h <= info.altitudeM[1] + 1) && slope.every((g) => g >= 0));
  const names = surface.layers().map(({ name }, i) => i === 0 ? name : null), all = scree.plan(terrain, surface, { ...size, materials: names });
  assert.equal(all.materials, 1); // the parent's
  assert.throws(() => scree.plan(terrain, surface, { materials: ['one'] }), { code: 'bad argument', field: 'materials' });
  const weights = surface.layers().map(({ index }) => live.layer(index)), margin = plan.margin();
  for (let i = 0; i < 8000; i += 97) {
    const [most, next] = weights.map((plane) => plane[i]).sort((a, b) => b - a);
    assert.ok(Math.abs(margin[i] - (most - next)) <= 1);
  }
});

test('a live view has the golden weights, and the same after changes there and back', () => {
  const { terrain, surface } = open();
  const live = scree.live(terrain, { width: 256, height: 256 });
  live.update(surface);
  const weights = () => golden('island').filter(({ plane }) => plane.startsWith('weight8-'))
    .forEach(({ plane, sha256 }, i) => {
      assert.equal(digest(live.layer(i)), sha256, plane);
      assert.equal(digest(live.weights()[i]), sha256, plane);
    });
  weights();
  const picture = live.picture(), winner = live.winner();
  surface.change('Snow.altitude.min=100m', terrain);
  live.update(surface);
  assert.notEqual(digest(live.picture()), digest(picture));
  assert.ok(live.changed().columns > 0);
  live.update(scree.surface(srf, { terrain }));
  assert.deepEqual(live.picture(), picture);
  assert.deepEqual(live.winner(), winner);
  weights();
});

test('masks are pictures by name, also of workers', async () => {
  const { terrain, surface } = open(), fields = scree.fields();
  for (const name of ['coverage', 'altitude.max.at', 'aspect.toward', 'mask.file']) assert.ok(fields.includes(name), name);
  assert.equal(fields.length, new Set(fields).size);
  const masked = scree.surface(surface.write('text'), { terrain }), ring = new Uint8Array(readFileSync(join(root, 'golden/mask/ring.png')));
  masked.set(1, 'mask.file', 'ring.png');
  masked.set(1, 'mask.on', 'on');
  const live = scree.live(terrain, { width: 90, height: 70 }), text = masked.write('text');
  assert.throws(() => live.update(masked), { code: 'bad argument', message: /ring\.png/ });
  masked.mask('ring.png', ring);
  live.update(masked);
  const workers = await Workers.start(2, module);
  try {
    await workers.terrain(ter, 'island.ter');
    await workers.view({ width: 90, height: 70 });
    await assert.rejects(workers.update(text), { code: 'bad argument' });
    await workers.mask('ring.png', ring);
    await workers.mask('other.png', new Uint8Array(3)); // which no layer has
    assert.deepEqual((await workers.update(text)).picture, live.picture());
    await workers.mask('ring.png', undefined);
    await assert.rejects(workers.update(text), { code: 'bad argument' });
  } finally {
    workers.end();
  }
});

test('workers share a view', async () => {
  const { terrain, surface } = open();
  const live = scree.live(terrain, { width: 200, height: 151 });
  live.update(surface);
  const workers = await Workers.start(3, module);
  try {
    await workers.terrain(ter, 'island.ter');
    await workers.view({ width: 200, height: 151 });
    let reports = 0;
    const first = workers.update(srf, (done) => { if (done >= 0 && done <= 1) reports++; });
    const dropped = workers.update(srf), last = workers.update(surface.write());
    await assert.rejects(dropped, { code: 'cancelled' });
    for (const shown of [await first, await last]) {
      assert.deepEqual(shown.picture, live.picture());
      assert.deepEqual(shown.winner, live.winner());
    }
    assert.ok(reports > 0);
    await assert.rejects(workers.update(new Uint8Array([1, 2, 3])), (e) => e instanceof ScreeError);
  } finally {
    workers.end();
  }
});

test('what workers cannot answer any more is rejected', async () => {
  const workers = await Workers.start(2, module);
  await workers.terrain(ter, 'island.ter');
  await workers.view({ width: 200, height: 151 });
  const running = workers.update(srf), waiting = workers.update(srf);
  workers.end();
  await assert.rejects(running, { code: 'cancelled' });
  await assert.rejects(waiting, { code: 'cancelled' });
  await assert.rejects(workers.update(srf), { code: 'cancelled' });
  const broken = () => new Worker('process.exit(3)', { eval: true });
  await assert.rejects(Workers.start(1, module, broken), { code: 'worker' });
  const failing = () => new Worker('throw new Error("mine")', { eval: true });
  await assert.rejects(Workers.start(1, module, failing), { code: 'worker', message: /mine/ });
});

test('a worker whose instance breaks in a call is no worker any more', async () => {
  // One that traps in the second picture of its first worker.
  let made = 0;
  const trapping = () => new Worker(`
    const unreachable = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 97, 0, 0, 10, 5, 1, 3, 0, 0, 11]);
    const Real = WebAssembly.Instance, trap = new Real(new WebAssembly.Module(unreachable)).exports.a;
    WebAssembly.Instance = function (...args) {
      const { exports } = new Real(...args);
      let updates = 0;
      return { exports: { ...exports, scree_live_update: (...given) => ++updates === 2 ? trap() : exports.scree_live_update(...given) } };
    };
    void import('scree/worker');`, { eval: true });
  const workers = await Workers.start(2, module, () => ++made === 1 ? trapping() : new Worker("void import('scree/worker');", { eval: true }));
  try {
    await assert.rejects(workers.view({ width: 64, height: 64 }), { code: 'bad argument', message: /terrain/ });
    await assert.rejects(workers.update(srf), { code: 'bad argument', message: /view/ });
    await workers.terrain(ter, 'island.ter');
    await workers.view({ width: 64, height: 64 });
    assert.equal((await workers.update(srf)).picture.length, 64 * 64 * 3);
    await assert.rejects(workers.update(srf), { code: 'worker', message: /a worker failed: unreachable/ });
    await assert.rejects(workers.update(srf), { code: 'worker', message: /a worker failed: unreachable/ });
    await assert.rejects(workers.terrain(ter), { code: 'worker' });
  } finally {
    workers.end();
  }
});

test('pictures have the golden samples', () => {
  const { terrain, surface } = open();
  const views = golden('views');
  const of = (name) => views.find(({ plane }) => plane === name);
  const same = (picture, name) => {
    assert.deepEqual([picture.width, picture.height, digest(picture.rgb)], [of(name).width, of(name).height, of(name).sha256]);
  };
  same(scree.preview(terrain, surface, { width: 256 }), 'above');
  same(scree.preview(terrain, surface, { width: 384, legend: true, contourM: 20 }), 'legend');
  same(scree.preview(terrain, surface, { width: 200, kind: 'layers' }), 'layers');
  same(scree.preview(terrain, surface, { width: 320, plantsSet: 'auto' }), 'plants');
});

test('exports are the bytes of the program', () => {
  const { terrain, surface } = open();
  const bake = new Files();
  const manifest = scree.bake(terrain, surface, bake, { width: 100 , height: 100 });
  const some = new Files();
  scree.bake(terrain, surface, some, { width: 64, height: 64, outputs: ['preview', 'blend'], maps: ['slope'] });
  assert.deepEqual([...some.names].sort(), ['blend.png', 'manifest.json', 'maps/slope.png', 'preview.png']);
  assert.throws(() => scree.bake(terrain, surface, some, { outputs: ['mask'] }), { code: 'bad argument', field: 'outputs', message: /'mask' is not one of masks/ });
  sameAs(bake, join(native, 'baked'));
  assert.equal(manifest, readFileSync(join(native, 'baked/manifest.json'), 'utf8'));
  const tiles = new Files();
  const cut = JSON.parse(scree.bake(terrain, surface, tiles, { width: 100, height: 100, tileTexels: 64 }));
  assert.deepEqual([cut.tile_texels, cut.tile_files], [64, null]);
  assert.equal(tiles.names.filter((name) => name.startsWith('masks/00-')).length, 4);
  const ror = new Files();
  scree.exportRor(terrain, surface, ror, { name: 'terrain' });
  sameAs(ror, join(native, 'terrain'));
  const beamng = new Files();
  scree.exportBeamng(terrain, surface, beamng, { name: 'island' });
  sameAs(beamng, join(native, 'level'));
});

test('options of exports are those of the program', () => {
  const { terrain, surface } = open(), startM = [900, 1250];
  const ror = new Files();
  scree.exportRor(terrain, surface, ror, { name: 'planted', grip: 'fine', waterM: 3, startM, title: 'A land',
    plants: readFileSync(join(native, 'plants.json'), 'utf8') });
  sameAs(ror, join(native, 'planted'));
  const beamng = new Files();
  scree.exportBeamng(terrain, surface, beamng, { name: 'island', grip: 'fine', waterM: -2, startM, title: 'A land',
    description: 'By the sea', plantsSet: 'none', holeLayer: 'Snow' });
  sameAs(beamng, join(native, 'bare'));
  assert.throws(() => scree.exportRor(terrain, surface, new Files(), { name: 'x', grip: 'coarse' }), { code: 'bad argument', field: 'grip' });
  assert.throws(() => scree.exportRor(terrain, surface, new Files(), { name: 'x', plants: '{' }), { code: 'malformed' });
  assert.throws(() => scree.exportBeamng(terrain, surface, new Files(), { name: 'x', holes: new Uint8Array([1, 2]) }), (e) => e instanceof ScreeError);
});

// Options beside a name, as package.sh has the native program take them; of other engines there are none.
const engineExports = {
  spring: { waterM: 3, plants: readFileSync(join(native, 'plants.json'), 'utf8') },
  godot: { layers: 4, tilePoints: 128 },
  hterrain: { layers: 4, points: 129 },
  unreal: { tilePoints: 127 },
  unity: { layers: 3, texels: 128 },
  web: { points: 100, texels: 128, relief: 1 },
  'farming-simulator': { layers: 2, texels: 256 },
};

test('exports for engines are the bytes of the program', () => {
  const { terrain, surface } = open(), engines = scree.engines();
  assert.ok(Object.keys(engineExports).every((one) => engines.some(({ key }) => key === one)));
  for (const about of engines)
    for (const text of ['key', 'title', 'ending', 'sizes', 'rows', 'packs', 'names', 'proof']) assert.ok(about[text].length > 2, text);
  assert.deepEqual(engines.filter(({ key }) => key === 'godot').map(({ maxMaterials, kept }) => [maxMaterials, kept]), [[32, 2]]);
  for (const { key: engine } of engines) {
    const files = new Files();
    scree.exportEngine(engine, terrain, surface, files, { name: 'land', ...engineExports[engine] });
    assert.equal(files.names.at(-1), 'land-report.json');
    sameAs(files, join(native, `engine-${engine}`));
  }
});

test('exports for engines tell, can be cancelled, and refuse', () => {
  const { terrain, surface } = open(), name = 'land';
  const steps = [], messages = [], sizes = [];
  const counting = { begin() { sizes.push(0); }, write(piece) { sizes[sizes.length - 1] += piece.length; } };
  scree.exportEngine('unreal', terrain, surface, counting, { name, layers: 3 }, {
    progress: (step, done) => { steps.push(done); }, message: ({ text }) => { messages.push(text); } });
  assert.ok(steps.length > 2 && steps.every((done) => done >= 0 && done <= 1));
  assert.ok(messages.some((text) => /merged|shown as|go together/.test(text)), messages.join('; '));
  assert.ok(sizes.length > 4 && sizes.every((size) => size > 0));
  const begun = [], sink = { begin(file) { begun.push(file); }, write() {} };
  assert.throws(() => scree.exportEngine('spring', terrain, surface, sink, { name }, { progress: () => false }), { code: 'cancelled' });
  assert.throws(() => scree.exportEngine('spring', terrain, surface, sink, { name }, { signal: AbortSignal.abort() }), { code: 'cancelled' });
  assert.deepEqual(begun, []);
  let calls = 0;
  assert.throws(() => scree.exportEngine('unreal', terrain, surface, sink, { name }, { progress: () => begun.length === 0 || ++calls < 2 }), { code: 'cancelled' });
  assert.ok(!begun.includes('land-report.json'));
  const full = { begin() {}, write() { throw new RangeError('no room'); } };
  assert.throws(() => scree.exportEngine('unity', terrain, surface, full, { name }), { name: 'RangeError', message: 'no room' });
  const refused = (engine, options, field, words) => assert.throws(() => scree.exportEngine(engine, terrain, surface, sink, { name, ...options }),
    (e) => e instanceof ScreeError && e.code === 'bad argument' && e.field === field && words.test(e.message), field);
  refused('torque', {}, 'engine', /spring, godot, hterrain, unreal/);
  refused('unity', { points: 512 }, 'points', /513/);
  refused('godot', { tilePoints: 100 }, 'tilePoints', /64, 128, 256/);
  refused('web', { layers: 9 }, 'layers', /8/);
  refused('spring', { plants: '{}', plantsSet: 'alpine' }, 'plantsSet', /choose one/);
  refused('unity', { output: 'land.raw' }, 'output', /leave \.raw out/);
  refused('spring', { watter: 3 }, 'watter', /watter/);
  assert.equal(scree.lint(surface, terrain, { engine: 'godot' }).filter(({ id, text }) => id === 'points-changed' && /Terrain3D/.test(text)).length, 1);
});

test('a terrain says where it lies, and a square of it is cut out', () => {
  assert.equal(open().terrain.describe().hasPlace, false);
  const tile = new Uint8Array(1201 * 1201 * 2), name = 'N10E020.hgt';
  const { hasPlace, cornersDeg } = scree.terrain(tile, { name }).describe();
  assert.ok(hasPlace && [20, 11, 21, 11, 20, 10].every((degrees, i) => Math.abs(cornersDeg[i] - degrees) < 1e-9), String(cornersDeg));
  const cut = scree.terrain(tile, { name, boxLongitudeDeg: 20.5, boxLatitudeDeg: 10.5, boxM: 5000, boxPoints: 101 }).describe();
  assert.deepEqual([cut.pointsX, cut.pointsY, cut.cellM], [101, 101, [50, 50, 50]]);
  assert.ok(Math.abs(cut.cornersDeg[1] - cut.cornersDeg[5] - 5000 / 110600) < 1e-5); // a degree of latitude there
});

const zion = join(process.env.SCREE_SAMPLES ?? '', 'zion');
test('land cover comes as masks', { skip: existsSync(join(zion, 'nlcd.tif')) ? false : 'SCREE_SAMPLES has no places' }, () => {
  const terrain = scree.terrain(read(join(zion, 'srtm.tif')), { name: 'srtm.tif', fillSmooth: true, boxLongitudeDeg: -113.02, boxLatitudeDeg: 37.28, boxM: 3000, boxPoints: 257 });
  const cover = read(join(zion, 'nlcd.tif')), { text, masks } = scree.newStyle(terrain, { style: 'badlands', cover, mapFile: 'zion.srf.json' });
  assert.equal(scree.newStyle(terrain, { style: 'badlands' }).masks.size, 0);
  assert.ok(masks.size > 0);
  const surface = scree.surface(text, { name: 'zion.srf.json', terrain });
  assert.deepEqual(surface.maskFiles().sort(), [...masks.keys()].sort());
  for (const [file, png] of masks) surface.mask(file, png);
  scree.preview(terrain, surface, { width: 64, height: 64 });
});

test('ground for roads is that of the program', () => {
  const { terrain } = open(), roads = readFileSync(join(native, 'roads.json'), 'utf8');
  const { terrain: graded, report } = scree.grade(terrain, { roads }), files = new Files();
  scree.convert(graded, 'ter', files);
  assert.ok(Buffer.from(files.bytes('terrain.ter')).equals(readFileSync(join(native, 'graded.ter'))));
  assert.equal(report.format, 'scree-graded-1');
  assert.notEqual(scree.grade(terrain, { roads, flatBends: true }).report.cut_m3, report.cut_m3);
  const { width, height } = scree.gradePicture(terrain, graded);
  const { pointsX, pointsY } = graded.describe();
  assert.deepEqual([width, height], [pointsX, pointsY]);
});

test('plants are those of the program', () => {
  const { terrain, surface } = open(), list = readFileSync(join(native, 'plants.json'), 'utf8');
  const notes = [], plants = scree.plants(terrain, surface, { plants: list, waterM: 3 },
    { message: ({ text }) => { notes.push(text); } });
  const files = new Files();
  plants.write(files, 'csv');
  plants.write(files, 'geojson', 'below/points.geojson');
  assert.deepEqual(files.names, ['plants.csv', 'below/points.geojson']);
  for (const [name, same] of [['plants.csv', 'grown.csv'], ['below/points.geojson', 'grown.geojson']])
    assert.ok(Buffer.from(files.bytes(name)).equals(readFileSync(join(native, same))), `${name}: the bytes differ`);
  const places = plants.places(), species = plants.species();
  const lines = readFileSync(join(native, 'grown.csv'), 'utf8').trim().split('\n').slice(1).map((line) => line.split(','));
  assert.deepEqual([places.length, plants.count], [lines.length, lines.length]);
  assert.ok(lines.length > 100 && notes.length > 0);
  lines.forEach(([name, model, ...numbers], i) => {
    const { species: of, xM, yM, zM, yawDeg, scale, sinkM } = places[i];
    assert.deepEqual([species[of].name, species[of].model], [name, model]);
    [xM, yM, zM, yawDeg, scale, sinkM].forEach((value, k) => assert.ok(Math.abs(value - Number(numbers[k])) < 1e-6));
  });
  assert.equal(species.reduce((sum, { count }) => sum + count, 0), places.length);
  assert.ok(species.every(({ heightM, cells, evaluated }) => heightM > 0 && evaluated <= cells));
  assert.throws(() => scree.plants(terrain, surface, { plantsSet: 'tundra' }), { code: 'bad argument', field: 'plantsSet' });
  assert.throws(() => scree.plants(terrain, surface, { plants: '{' }), { code: 'malformed' });
  assert.throws(() => plants.write(files, 'obj'), { code: 'bad argument', field: 'form' });
  assert.throws(() => scree.plants(terrain, surface, {}, { progress: () => false }), { code: 'cancelled' });
  plants.free();
  assert.throws(() => plants.places(), { code: 'bad argument' });
});

test('terrains are converted as by the program', () => {
  const { terrain, surface } = open(), files = new Files();
  const written = scree.convert(terrain, 'png', files, { name: 'island.png' });
  assert.deepEqual([written.pointsX, written.pointsY, written.cellM, written.southFirst, written.triangles], [257, 257, [8, 8], false, 0]);
  scree.convert(terrain, 'r32', files, { crop: [10, 20, 65, 33] });
  const mesh = scree.convert(terrain, 'glb', files, { every: 4, surface });
  assert.equal(mesh.triangles, 2 * 64 * 64);
  assert.deepEqual(files.names, ['island.png', 'terrain.r32', 'terrain.glb']);
  for (const [name, same] of [['island.png', 'island.png'], ['terrain.glb', 'mesh.glb']])
    assert.ok(Buffer.from(files.bytes(name)).equals(readFileSync(join(native, same))), `${name}: the bytes differ`);
  const metres = new Float32Array(files.bytes('terrain.r32').buffer), heights = terrain.heights(20, 33);
  assert.equal(metres.length, 65 * 33);
  metres.forEach((metre, i) => assert.equal(metre, heights[Math.floor(i / 65) * 257 + 10 + i % 65]));
  const model = new Files();
  scree.convert(terrain, 'obj', model, { every: 64 });
  assert.ok(model.names.includes('terrain.obj'));
  assert.throws(() => scree.convert(terrain, 'stl', files), { code: 'bad argument', field: 'form' });
  assert.throws(() => scree.convert(terrain, 'ter', files, { every: 2 }), { code: 'bad argument', field: 'every' });
});

test('differences are those of the program', () => {
  const { terrain, surface } = open(), before = surface.copy();
  surface.change('Snow.altitude.min=100m', terrain);
  const told = JSON.parse(readFileSync(join(native, 'differs.json'), 'utf8'));
  const found = scree.diff(before, surface, { terrain, width: 64, height: 64, fail: 'area=0.1%' });
  assert.equal(found.format, 'scree-diff-1');
  assert.equal(found.result, told.result);
  assert.deepEqual([found.coverage, found.changes], [told.coverage, told.changes]);
  assert.equal(scree.diff(before, before, { terrain, width: 64, height: 64 }).coverage.changes_hands, 0);
  assert.throws(() => scree.diff(before, surface, { terrain, fail: 'much' }), { code: 'bad argument', field: 'fail' });
});

test('a painting is explained', () => {
  const { terrain } = open();
  const heights = terrain.heights(0, 257), ids = new Uint8Array(256 * 256), middle = [...heights].sort((a, b) => a - b)[heights.length >> 1];
  for (let row = 0; row < 256; row++)
    for (let column = 0; column < 256; column++) ids[row * 256 + column] = heights[row * 257 + column] > middle ? 1 : 0;
  const painting = { width: 256, height: 256, ids, names: ['Low', 'High'] };
  const { text, report } = scree.fit(terrain, painting);
  assert.equal(report.format, 'scree-fit-1');
  assert.ok(report.agreement > 0.95, String(report.agreement));
  const found = scree.surface(text, { name: 'found.srf.json', terrain });
  assert.deepEqual(found.layers().map(({ name }) => name).sort(), ['High', 'Low']);
  const winner = scree.plan(terrain, found, { width: 256, height: 256 }).planes('winner')[0];
  const high = found.layers().find(({ name }) => name === 'High').index;
  assert.ok(ids.filter((id, i) => (winner[i] === high) === (id === 1)).length > 0.9 * ids.length);
  assert.deepEqual(scree.fit(terrain, painting).text, text);
  const more = scree.fit(terrain, painting, { around: ['aspect', 'position'] }).report;
  assert.deepEqual([report.around, more.around.map(({ by }) => by)], [[], ['aspect', 'position']]);
  assert.ok(more.around.every(({ gain, taken }) => Math.abs(gain) < 0.5 && typeof taken === 'boolean'));
  assert.throws(() => scree.fit(terrain, { ...painting, width: 255 }), { code: 'bad argument', field: 'ids' });
  assert.throws(() => scree.fit(terrain, { ...painting, names: ['Low'] }), { code: 'bad argument' });
  const seeded = (seed) => Buffer.from(scree.fit(terrain, painting, { seed }).text);
  assert.ok(!seeded(2n ** 53n + 1n).equals(seeded(2n ** 53n)));
  assert.throws(() => seeded(2n ** 64n), { code: 'bad argument', field: 'seed' });
  assert.throws(() => scree.live(terrain, { maxBytes: -1 }), { code: 'bad argument', field: 'maxBytes' });
  assert.throws(() => scree.fit(terrain, painting, { relief: -1 }), { code: 'bad argument', field: 'relief' });
  assert.throws(() => scree.fit(terrain, painting, {}, { progress: () => false }), { code: 'cancelled' });
});

test('a probe is the document of the program', () => {
  const { terrain, surface } = open();
  assert.deepEqual(scree.probe(terrain, surface, [{ xM: 900, yM: 1250 }]), JSON.parse(readFileSync(join(native, 'probed.json'), 'utf8')));
  assert.match(scree.probe(terrain, surface, [{ column: 30, row: 41 }], {}, 'text'), /Grass/);
});

test('progress, messages, cancelling, and sinks that fail', () => {
  const { terrain, surface } = open();
  const steps = [], messages = [];
  const files = new Files();
  scree.bake(terrain, surface, files, {}, {
    progress: (step, done) => { steps.push(done); }, message: (message) => { messages.push(message); },
  });
  assert.ok(steps.length > 0 && steps.every((done) => done >= 0 && done <= 1));
  assert.ok(messages.some(({ severity, text }) => severity === 'note' && /blend/.test(text)));
  assert.throws(() => scree.bake(terrain, surface, new Files(), {}, { progress: () => false }), { code: 'cancelled' });
  assert.throws(() => scree.bake(terrain, surface, new Files(), {}, { signal: AbortSignal.abort() }), { code: 'cancelled' });
  const full = { begin() {}, write() { throw new RangeError('no room'); } };
  assert.throws(() => scree.bake(terrain, surface, full), { name: 'RangeError', message: 'no room' });
  assert.throws(() => scree.bake(terrain, surface, new Files(), {}, { progress() { throw new Error('mine'); } }), { message: 'mine' });
  const again = new Files();
  scree.bake(terrain, surface, again);
  for (const name of files.names) assert.deepEqual(again.bytes(name), files.bytes(name));
});

test('wrong inputs are refused in words', () => {
  const { terrain, surface } = open();
  assert.throws(() => scree.terrain(new Uint8Array(10)), { code: 'unsupported' });
  assert.throws(() => scree.terrain(ter.subarray(0, 1000)), (e) => e.code === 'malformed' && e.offset >= 0);
  assert.throws(() => scree.bake(terrain, surface, new Files(), { wdth: 3 }), { code: 'bad argument', field: 'wdth' });
  assert.throws(() => scree.bake(terrain, surface, new Files(), { width: 1.5 }), { code: 'bad argument', field: 'width' });
  assert.throws(() => scree.bake(terrain, surface, new Files(), { relief: 100 }), { code: 'bad argument', field: 'relief' });
});

test('handles are told apart', async () => {
  const { terrain, surface } = open(), other = await load(module);
  const theirs = other.terrain(ter, { name: 'island.ter' });
  const wrong = (field, text) => (e) => e.code === 'bad argument' && e.field === field && text.test(e.message);
  const foreign = /another instance/, kind = /expected a (terrain|surface)/;
  assert.throws(() => scree.plan(theirs, surface), wrong('terrain', foreign));
  assert.throws(() => other.plan(theirs, surface), wrong('surface', foreign));
  assert.throws(() => scree.lint(surface, theirs), wrong('terrain', foreign));
  assert.throws(() => surface.set(0, 'coverage', '70%', theirs), wrong('terrain', foreign));
  assert.throws(() => scree.plan(surface, terrain), wrong('terrain', kind));
  for (const none of [[1, 2], { at: () => 8 }, 8, null, undefined, 'terrain', surface])
    for (const use of ['plan', 'preview', 'plants', 'render']) assert.throws(() => scree[use](none, surface), wrong('terrain', kind));
  for (const none of [[1, 2], { at: () => 8 }, terrain, undefined]) {
    assert.throws(() => scree.plan(terrain, none), wrong('surface', kind));
    assert.throws(() => scree.live(terrain, { width: 64, height: 64 }).update(none), wrong('surface', kind));
  }
  // Any two things for any two arguments, from a seed: an error in words, or what is asked for.
  const seconds = Number(process.env.SCREE_FUZZ_SECONDS ?? 2), until = Date.now() + 1000 * seconds;
  const freed = surface.copy();
  freed.free();
  const things = [terrain, surface, theirs, other.surface(surface.write()), freed, null, undefined, 0, -1, 8, NaN, [], [1], {}, 'x',
    scree.live(terrain, { width: 64, height: 64 }), Object.create(Object.getPrototypeOf(terrain)), () => 8];
  let state = Number(process.env.SCREE_FUZZ_SEED ?? 1);
  const pick = () => things[(state = (state * 48271) % 2147483647) % things.length];
  const uses = [(a, b) => scree.plan(a, b, { width: 16, height: 16 }).free(), (a, b) => scree.lint(a, b), (a, b) => other.diff(a, b),
    (a, b) => scree.probe(a, b, [{ xM: 900, yM: 1250 }]), (a, b) => scree.surface(surface.write(), { terrain: a }).change('Snow.coverage=70%', b)];
  while (Date.now() < until)
    try {
      uses[(state = (state * 48271) % 2147483647) % uses.length](pick(), pick());
    } catch (error) {
      assert.ok(error.name === 'ScreeError', `${error.stack}`);
    }
});

test('a PNG that is damaged is an error, and the next call is sound', () => {
  const { terrain, surface } = open();
  const heights = read(join(native, 'island.png'));
  assert.equal(scree.terrain(heights, { name: 'island.png', cellM: 8, heightRangeM: [0, 100] }).describe().pointsX, 257);
  heights.fill(0, 2000, 3000);
  assert.throws(() => scree.terrain(heights, { name: 'island.png', cellM: 8, heightRangeM: [0, 100] }), { code: 'malformed' });
  const live = scree.live(terrain, { width: 64, height: 64 });
  live.update(surface);
  assert.equal(live.picture().length, 64 * 64 * 3);
});

test('the example of the documentation runs', () => {
  const [, code] = /```ts\n([^]*?)```/.exec(readFileSync(join(root, 'docs/npm.md'), 'utf8'));
  mkdirSync('example');
  for (const [name, bytes] of [['island.ter', ter], ['island.srf', srf], ['example.mjs', code.replaceAll(']!', ']')]]) writeFileSync(join('example', name), bytes);
  assert.match(execFileSync(process.execPath, ['example.mjs'], { cwd: 'example', encoding: 'utf8' }), /scree-fit-1/);
});
