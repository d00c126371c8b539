// The brush by a second way: each pixel of a stroke by its distance to many points of the way, pictures by
// node's zlib and the filters of PNG.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync, inflateSync } from 'node:zlib';
import { bundle } from './bundle.mjs';
import { png } from './png.mjs';

const { decode, encode, filled, sizeOf, Stroke } = await import(await bundle('brush.ts', { platform: 'node' }));

test('pixels for each cell, by halves and doubles, 1024 at most', () => {
  for (const [cells, size] of [[[256, 256], [1024, 1024]], [[1024, 512], [1024, 512]], [[2048, 1024], [1024, 512]], [[600, 300], [600, 300]], [[3000, 1500], [750, 375]], [[1, 1], [1024, 1024]], [[16384, 3], [1024, 1]]]) {
    const { width, height } = sizeOf(...cells);
    assert.deepEqual([width, height], size, cells.join());
  }
});

test('a stroke leans towards its end by the most that the brush had there, once', () => {
  const extent = [120, 60], size = { width: 60, height: 40 }, before = filled(size, 0);
  before.pixels.forEach((_, i) => { before.pixels[i] = (i * 7) % 256; });
  for (const [to, sizeM, softness] of [[255, 20, 0], [0, 33.3, 1], [255, 9, 0.4]]) {
    const way = [[10, 10], [80, 50], [80, 50], [118, -5]], stroke = new Stroke(before, extent, to, { sizeM, softness });
    for (let i = 0; i < way.length; i++) stroke.line(...way[Math.max(0, i - 1)], ...way[i]);
    stroke.line(...way[1], ...way[2]); // again: the same
    const radius = sizeM / 2, points = way.slice(1).flatMap(([x1, y1], i) => Array.from({ length: 4001 }, (_, k) => [way[i][0] + (x1 - way[i][0]) * k / 4000, way[i][1] + (y1 - way[i][1]) * k / 4000]));
    for (let row = 0; row < size.height; row += 3)
      for (let column = 0; column < size.width; column += 2) {
        const x = (column + 0.5) * 2, y = (row + 0.5) * 1.5, distance = Math.min(...points.map(([px, py]) => Math.hypot(px - x, py - y)));
        const inside = softness === 0 ? (distance <= radius ? 1 : 0) : Math.min(1, Math.max(0, (radius - distance) / (softness * radius))), share = inside * inside * (3 - 2 * inside);
        const was = before.pixels[row * 60 + column], found = stroke.raster.pixels[row * 60 + column];
        if (softness === 0 && Math.abs(distance - radius) < 0.02) continue; // on the edge the points say nothing
        assert.ok(Math.abs(found - (was + (to - was) * share)) <= 1.6, `${column}, ${row}: ${found} of ${was} at ${distance} m`);
      }
    assert.ok(stroke.changed);
  }
  const nothing = new Stroke(before, extent, 255, { sizeM: 10, softness: 0.5 });
  nothing.line(-100, -100, -90, -100);
  assert.equal(nothing.changed, false);
});

test('pictures are PNGs of greys, and those of other programs are read', () => {
  const raster = { width: 37, height: 23, pixels: Uint8Array.from({ length: 37 * 23 }, (_, i) => (i * i * 31) >> 3) };
  const noise = (i) => (Math.imul(i + 1, 2654435761) >>> 13) & 255, alone = (width, height, grey) => ({ width, height, pixels: Uint8Array.from({ length: width * height }, (_, i) => grey(i)) });
  const all = [raster, ...[0, 255].map((grey) => alone(1024, 300, () => grey)), alone(1, 1, noise), alone(1, 700, noise), alone(700, 1, noise), alone(1024, 64, (i) => (i % 1024) >> 2),
    alone(40000, 3, (i) => noise(i % 40000)), alone(300, 300, noise), ...Array.from({ length: 60 }, (_, k) => alone(300 + k * 17, 40, (i) => (noise(Math.floor(i / (5 * k + 1))) < 128 ? 9 : noise(i % (k + 2)))))];
  for (const one of all) {
    const file = Buffer.from(encode(one)), { width, height, pixels } = one;
    assert.deepEqual(decode(file), one);
    const at = file.indexOf('IDAT'), rows = inflateSync(file.subarray(at + 4, at + 4 + file.readUInt32BE(at - 4)));
    assert.equal(rows.length, (width + 1) * height);
    for (let row = 0; row < height; row++) assert.ok(rows[row * (width + 1)] === 0 && rows.subarray(row * (width + 1) + 1, (row + 1) * (width + 1)).equals(pixels.subarray(row * width, (row + 1) * width)), `${width} x ${height}, row ${row}`);
  }
  // Every filter, from the definition in PNG's standard.
  const at = (row, x) => (row < 0 || x < 0 ? 0 : raster.pixels[row * 37 + x]);
  const guess = [() => 0, (row, x) => at(row, x - 1), (row, x) => at(row - 1, x), (row, x) => Math.floor((at(row, x - 1) + at(row - 1, x)) / 2),
    (row, x) => [at(row, x - 1), at(row - 1, x), at(row - 1, x - 1)].reduce((best, one) => {
      const p = at(row, x - 1) + at(row - 1, x) - at(row - 1, x - 1);
      return Math.abs(p - one) < Math.abs(p - best) ? one : best;
    })];
  const rows = Buffer.concat(Array.from({ length: 23 }, (_, row) => Buffer.from([row % 5, ...Array.from({ length: 37 }, (_, x) => at(row, x) - guess[row % 5](row, x) & 255)])));
  const file = png(37, 23, 8, 0, () => Buffer.alloc(37)), name = file.indexOf('IDAT') - 4, packed = deflateSync(rows), chunk = Buffer.alloc(8 + packed.length + 4);
  chunk.writeUInt32BE(packed.length);
  chunk.write('IDAT', 4);
  packed.copy(chunk, 8);
  assert.deepEqual(decode(Buffer.concat([file.subarray(0, name), chunk, file.subarray(file.indexOf('IEND') - 4)])), raster);
  for (const [bits, kind, bytes] of [[16, 0, 4], [8, 2, 6]]) assert.equal(decode(png(2, 2, bits, kind, () => Buffer.alloc(bytes))), undefined);
  assert.equal(decode(Buffer.from('II*\0 no picture of this kind')), undefined);
});
