// Pictures for tests.
import { deflateSync } from 'node:zlib';

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name), data]), out = Buffer.alloc(8);
  let crc = ~0;
  for (const byte of body) {
    crc ^= byte;
    for (let k = 0; k < 8; k++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  out.writeUInt32BE(data.length);
  out.writeUInt32BE(~crc >>> 0, 4);
  return Buffer.concat([out.subarray(0, 4), body, out.subarray(4)]);
}
/** A PNG of so many bits a sample; kind 0 is grey, 2 colour. rowOf(y) is the bytes of a row. */
export function png(width, height, bits, kind, rowOf) {
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, bits, kind, 0, 0, 0]);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  const rows = Buffer.concat(Array.from({ length: height }, (_, y) => Buffer.concat([Buffer.alloc(1), rowOf(y)])));
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}
