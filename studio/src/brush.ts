/**
 * Painting in a picture of greys that lies over a terrain: its size, strokes of a brush, and the picture as
 * a PNG of 8 bits. Nothing here knows a page. Equal strokes give equal bytes.
 */
import { unzlibSync } from 'fflate';

/** pixels[row * width + column], row 0 north: 0 nothing of the layer, 255 all. */
export interface Raster { width: number; height: number; pixels: Uint8Array }

/** Pixels on the longer side, at most. */
export const MOST_SIDE = 1024;
/** The size of a new picture: a pixel for each cell of the terrain, by halves and doubles as many as there may be. */
export function sizeOf(cellsX: number, cellsY: number): { width: number; height: number } {
  let width = cellsX, height = cellsY;
  const most = () => Math.max(width, height);
  while (most() > MOST_SIDE) { width /= 2; height /= 2; }
  while (most() * 2 <= MOST_SIDE) { width *= 2; height *= 2; }
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) };
}
export function filled({ width, height }: { width: number; height: number }, grey: number): Raster {
  return { width, height, pixels: new Uint8Array(width * height).fill(grey) };
}

export interface Brush {
  sizeM: number;
  /** Of the radius, from 0 to 1: over so much of it the stroke fades. */
  softness: number;
}

/** A stroke: where it went, each pixel leans towards `to` by the most that the brush had there, however often it came. */
export class Stroke {
  readonly raster: Raster;
  /** Whether a pixel has changed. */
  changed = false;
  private readonly strength: Uint8Array;
  constructor(private readonly before: Raster, private readonly extentM: readonly [number, number], private readonly to: number, private readonly brush: Brush) {
    this.raster = { ...before, pixels: before.pixels.slice() };
    this.strength = new Uint8Array(before.pixels.length);
  }
  /** From one place to another, metres from the north-west; both may be the same. */
  line(x0M: number, y0M: number, x1M: number, y1M: number): void {
    const { width, height } = this.before, cellX = this.extentM[0] / width, cellY = this.extentM[1] / height, radius = this.brush.sizeM / 2;
    const first = (low: number, cell: number) => Math.max(0, Math.ceil((low - radius) / cell - 0.5));
    const last = (high: number, cell: number, count: number) => Math.min(count - 1, Math.floor((high + radius) / cell - 0.5));
    const left = first(Math.min(x0M, x1M), cellX), right = last(Math.max(x0M, x1M), cellX, width);
    const top = first(Math.min(y0M, y1M), cellY), bottom = last(Math.max(y0M, y1M), cellY, height);
    const dx = x1M - x0M, dy = y1M - y0M, length2 = dx * dx + dy * dy, fade = radius * Math.min(1, Math.max(0, this.brush.softness));
    for (let row = top; row <= bottom; row++)
      for (let column = left; column <= right; column++) {
        const x = (column + 0.5) * cellX - x0M, y = (row + 0.5) * cellY - y0M;
        const along = length2 > 0 ? Math.min(1, Math.max(0, (x * dx + y * dy) / length2)) : 0;
        const ex = x - along * dx, ey = y - along * dy, distance = Math.sqrt(ex * ex + ey * ey);
        if (distance > radius) continue;
        const share = fade > 0 ? Math.min(1, (radius - distance) / fade) : 1;
        this.put(row * width + column, Math.round(255 * share * share * (3 - 2 * share)));
      }
  }
  private put(i: number, strength: number): void {
    if (strength <= this.strength[i]!) return;
    this.strength[i] = strength;
    const was = this.before.pixels[i]!, next = was + Math.round(((this.to - was) * strength) / 255);
    if (next === this.raster.pixels[i]) return;
    this.raster.pixels[i] = next;
    this.changed = true;
  }
}

// ---- PNG ----

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
const crcs = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n;
});
function crc(bytes: Uint8Array): number {
  let c = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) c = crcs[(c ^ bytes[i]!) & 255]! ^ (c >>> 8);
  return ~c >>> 0;
}

/** Bits as deflate has them, the lowest first. */
class Bits {
  private bytes: Uint8Array;
  private size = 0;
  private held = 0;
  private count = 0;
  constructor(room: number) { this.bytes = new Uint8Array(room); }
  /** At most 16 of them. */
  put(bits: number, count: number): void {
    this.held |= bits << this.count;
    for (this.count += count; this.count >= 8; this.count -= 8) {
      this.bytes[this.size++] = this.held;
      this.held >>>= 8;
    }
  }
  end(): Uint8Array {
    this.put(0, 7);
    return this.bytes.subarray(0, this.size);
  }
}
const reversed = (code: number, count: number) => {
  let out = 0;
  for (let i = 0; i < count; i++) out |= ((code >> i) & 1) << (count - 1 - i);
  return out;
};
/** The fixed codes of RFC 1951, 3.2.6: bits and their number. */
const codes = Array.from({ length: 288 }, (_, n): [number, number] => (n < 144 ? [reversed(0x30 + n, 8), 8] : n < 256 ? [reversed(0x190 + n - 144, 9), 9]
  : n < 280 ? [reversed(n - 256, 7), 7] : [reversed(0xc0 + n - 280, 8), 8]));
/** A length or a distance as deflate has it: its code, and the rest in so many bits. */
function coded(value: number, perStep: number): [number, number, number] {
  let extra = 0;
  while (value >> extra >= 2 * perStep) extra++;
  return [perStep * extra + (value >> extra), value & ((1 << extra) - 1), extra];
}
const lengths = Array.from({ length: 259 }, (_, n): [number, number, number] => {
  if (n === 258) return [285, 0, 0];
  const [code, rest, extra] = coded(Math.max(0, n - 3), 4);
  return [257 + code, rest, extra];
});
function adler(bytes: Uint8Array): number {
  let a = 1, b = 0;
  for (let i = 0; i < bytes.length;) {
    for (const end = Math.min(bytes.length, i + 3800); i < end; i++) b += a += bytes[i]!;
    a %= 65521;
    b %= 65521;
  }
  return ((b << 16) | a) >>> 0;
}
/** In the form of zlib. Masks are flat, or as the row above: nothing else is looked for, which takes a tenth of the time
 *  of a compressor for everything; a stroke is seen while it is made. */
function packed(bytes: Uint8Array, row: number): Uint8Array {
  const bits = new Bits(bytes.length + (bytes.length >> 3) + 16), most = (i: number) => Math.min(bytes.length, i + 258);
  const distances = [1, row].map((distance): [number, number, number, number] => [distance, ...coded(distance - 1, 2)]);
  bits.put(1 | (1 << 1), 3); // the last block, of fixed codes
  for (let i = 0; i < bytes.length;) {
    let length = 0, from = distances[0]!;
    for (const way of distances) {
      const [distance] = way;
      if (distance > i || bytes[i] !== bytes[i - distance] || distance > 32768) continue;
      let j = i + 1;
      for (const end = most(i); j < end && bytes[j] === bytes[j - distance]; j++);
      if (j - i <= length) continue;
      length = j - i;
      from = way;
      if (length > 64) break;
    }
    if (length < 3) {
      bits.put(...codes[bytes[i++]!]!);
      continue;
    }
    const [code, rest, extra] = lengths[length]!;
    bits.put(...codes[code]!);
    bits.put(rest, extra);
    bits.put(reversed(from[1], 5), 5);
    bits.put(from[2], from[3]);
    i += length;
  }
  bits.put(...codes[256]!);
  const body = bits.end(), out = new Uint8Array(body.length + 6);
  out.set([0x78, 0x01]);
  out.set(body, 2);
  new DataView(out.buffer).setUint32(body.length + 2, adler(bytes));
  return out;
}

export function encode({ width, height, pixels }: Raster): Uint8Array {
  const rows = new Uint8Array((width + 1) * height);
  for (let row = 0; row < height; row++) rows.set(pixels.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  const head = new Uint8Array(13), view = new DataView(head.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  head[8] = 8; // bits of grey
  const parts = ([['IHDR', head], ['IDAT', packed(rows, width + 1)], ['IEND', new Uint8Array(0)]] as const).map(([name, data]) => {
    const chunk = new Uint8Array(data.length + 12), at = new DataView(chunk.buffer);
    at.setUint32(0, data.length);
    for (let i = 0; i < 4; i++) chunk[4 + i] = name.charCodeAt(i);
    chunk.set(data, 8);
    at.setUint32(data.length + 8, crc(chunk.subarray(4, data.length + 8)));
    return chunk;
  });
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, SIGNATURE.length));
  out.set(SIGNATURE);
  let at = SIGNATURE.length;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** The predictor of PNG's fourth filter. */
function paeth(left: number, above: number, corner: number): number {
  const p = left + above - corner, toLeft = Math.abs(p - left), toAbove = Math.abs(p - above), toCorner = Math.abs(p - corner);
  return toLeft <= toAbove && toLeft <= toCorner ? left : toAbove <= toCorner ? above : corner;
}

/** The pixels of a PNG of 8-bit greys without more; undefined: it is another kind of picture. */
export function decode(bytes: Uint8Array): Raster | undefined {
  if (SIGNATURE.some((byte, i) => bytes[i] !== byte)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length), packed: Uint8Array[] = [];
  let width = 0, height = 0;
  for (let at = 8; at + 12 <= bytes.length;) {
    const size = view.getUint32(at), name = String.fromCharCode(...bytes.subarray(at + 4, at + 8)), data = bytes.subarray(at + 8, at + 8 + size);
    if (name === 'IHDR') {
      width = view.getUint32(at + 8);
      height = view.getUint32(at + 12);
      if (data[8] !== 8 || data[9] !== 0 || data[12] !== 0) return undefined;
    } else if (name === 'IDAT') packed.push(data);
    else if (name === 'tRNS') return undefined;
    at += size + 12;
  }
  const joined = new Uint8Array(packed.reduce((sum, one) => sum + one.length, 0));
  let put = 0;
  for (const one of packed) {
    joined.set(one, put);
    put += one.length;
  }
  const rows = unzlibSync(joined, { out: new Uint8Array((width + 1) * height) }), pixels = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    const filter = rows[row * (width + 1)]!;
    for (let x = 0; x < width; x++) {
      const i = row * width + x, left = x > 0 ? pixels[i - 1]! : 0, above = row > 0 ? pixels[i - width]! : 0, corner = x > 0 && row > 0 ? pixels[i - width - 1]! : 0;
      const guess = filter === 1 ? left : filter === 2 ? above : filter === 3 ? (left + above) >> 1 : filter === 4 ? paeth(left, above, corner) : 0;
      pixels[i] = rows[row * (width + 1) + 1 + x]! + guess;
    }
  }
  return { width, height, pixels };
}
