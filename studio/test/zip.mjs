// A second reader of zips.
import { inflateRawSync } from 'node:zlib';

/** The names and contents of a zip's files, by the directory at its end. */
export function entries(zip) {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1'), list = [];
  let at = zip.readUInt32LE(end + 16);
  for (let i = zip.readUInt16LE(end + 10); i > 0; i--) {
    const name = zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28)), local = zip.readUInt32LE(at + 42);
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28), packed = zip.subarray(begin, begin + zip.readUInt32LE(at + 20));
    list.push([name, zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed]);
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return list;
}
