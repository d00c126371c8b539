/** A real place: what lies beside a terrain, and the square that is cut out of one that says where it lies. */
import type { TerrainInfo, TerrainOptions } from './model';

const EARTH_M = 6371008.8, RAD = Math.PI / 180;
/** Degrees of longitude and latitude that so many metres are at a latitude, about: for drawing alone. */
export const degreesOf = (metres: number, latitude: number): [number, number] => {
  const degrees = metres / (EARTH_M * RAD);
  return [degrees / Math.max(0.01, Math.cos(latitude * RAD)), degrees];
};

/** A square by its middle and its side. */
export interface Box { longitude: number; latitude: number; km: number }
type Corners = TerrainInfo['cornersDeg'];
/** Longitude and latitude of a place: shares of the terrain from the west and from the north. */
export function degreesAt([lon0, lat0, lonX, latX, lonY, latY]: Corners, x: number, y: number): [number, number] {
  return [lon0 + (lonX - lon0) * x + (lonY - lon0) * y, lat0 + (latX - lat0) * x + (latY - lat0) * y];
}
/** The other way. */
export function shareAt([lon0, lat0, lonX, latX, lonY, latY]: Corners, longitude: number, latitude: number): [number, number] {
  const [a, b, c, d] = [lonX - lon0, lonY - lon0, latX - lat0, latY - lat0], [u, v] = [longitude - lon0, latitude - lat0], all = a * d - b * c;
  return [(u * d - v * b) / all, (a * v - c * u) / all];
}
/** Where the corners of a box lie, from the north-west clockwise. */
export function outlineOf(corners: Corners, { longitude, latitude, km }: Box): [number, number][] {
  return ([[-1, 1], [1, 1], [1, -1], [-1, -1]] as const).map(([x, y]) => {
    const north = latitude + y * degreesOf(km * 500, latitude)[1];
    return shareAt(corners, longitude + x * degreesOf(km * 500, north)[0], north);
  });
}
/** A box in the middle that the terrain has room for, of at most 10 km. */
export function firstBox({ cornersDeg, extentM }: TerrainInfo): Box {
  const [longitude, latitude] = degreesAt(cornersDeg, 0.5, 0.5);
  return rounded({ longitude, latitude, km: Math.min(10, Math.floor(Math.min(...extentM) / 100) / 10 - 0.1) });
}
export function rounded({ longitude, latitude, km }: Box): Box {
  const to = (value: number, digits: number) => Number(value.toFixed(digits));
  return { longitude: to(longitude, 5), latitude: to(latitude, 5), km: Math.max(0.1, to(km, 3)) };
}
/** Points to a side and the style: as scree place chooses them. */
export function pointsOf(km: number): number {
  let cells = 256;
  while (cells < 8192 && (km * 1000) / cells > 5) cells *= 2;
  return cells + 1;
}
export const styleOf = (latitude: number): string => (Math.abs(latitude) < 25 ? 'savanna' : Math.abs(latitude) < 62 ? 'alpine' : 'tundra');
/** How a terrain is read of which a box is cut: as scree place reads it. */
export function optionsOf(options: TerrainOptions, { longitude, latitude, km }: Box, points: number): TerrainOptions {
  const { keepMissing: _, fillM: _no, ...rest } = options;
  return { ...rest, fillSmooth: true, dequantise: true, boxLongitudeDeg: longitude, boxLatitudeDeg: latitude, boxM: km * 1000, boxPoints: points };
}

/** Whether a file has roads, by its name and first bytes. */
export function isRoads(name: string, head: Uint8Array): boolean {
  return /\.(osm|osm\.gz|pbf|geojson)$/i.test(name) || (/\.json$/i.test(name) && /"(scree-roads-1|FeatureCollection)"/.test(new TextDecoder().decode(head)));
}
/** Whether a file is a GeoTIFF of classes: numbers of 8 bits that say where they lie. read: bytes of the file. */
export async function isClasses(read: (from: number, size: number) => Promise<Uint8Array>): Promise<boolean> {
  const head = await read(0, 16);
  const little = head[0] === 0x49, view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (head.length < 16 || !(little || head[0] === 0x4d) || head[1] !== head[0]) return false;
  const start = view(head), kind = start.getUint16(2, little), big = kind === 43;
  if (kind !== 42 && !big) return false;
  const at = big ? Number(start.getBigUint64(8, little)) : start.getUint32(4, little), each = big ? 20 : 12, before = big ? 8 : 2;
  const directory = view(await read(at, before + 64 * each));
  if (directory.byteLength < before) return false;
  const count = Math.min(big ? Number(directory.getBigUint64(0, little)) : directory.getUint16(0, little), Math.floor((directory.byteLength - before) / each));
  const tags = new Map(Array.from({ length: count }, (_, i) => [directory.getUint16(before + i * each, little), directory.getUint16(before + i * each + (big ? 12 : 8), little)]));
  return tags.has(34735) && (tags.get(258) ?? 1) <= 8 && (tags.get(277) ?? 1) === 1;
}
