/**
 * The page as `scree studio` serves it: the files that it was started with, and saving the map. From a
 * file there is nothing of this.
 */
import type { TerrainOptions } from './model';

export interface Served { terrain: string | undefined; roads: string | undefined; surface: string | undefined; /** how to read the terrain */ options: TerrainOptions }
export type Saved = 'saved' | 'changed by others';

/** How often the page says that it is there; scree ends three minutes after the last time. */
const ALIVE_MS = 20000;

/** Whether the page's address is one that scree makes: with a token. */
export const isServed = /^https?:$/.test(location.protocol) && /^\/[0-9a-f]{32}\/$/.test(location.pathname);

/** What scree was started with; undefined where the page was not served by it. */
export async function served(): Promise<Served | undefined> {
  if (!isServed) return undefined;
  const answer = await fetch('inputs');
  if (!answer.ok) return undefined;
  const { format, terrain, roads, surface, options } = await answer.json() as
    { format: string; terrain: { name: string } | null; roads: { name: string } | null; surface: { name: string } | null; options?: TerrainOptions };
  if (format !== 'scree-served-1') return undefined;
  setInterval(() => void fetch('alive').catch(() => undefined), ALIVE_MS);
  return { terrain: terrain?.name, roads: roads?.name, surface: surface?.name, options: options ?? {} };
}

/** The ETag of the surface map as this page read or saved it: another page may have saved another. */
let known: string | null = null;

/** The bytes of one of them as they are now. */
export async function input(which: 'terrain' | 'roads' | 'surface'): Promise<Uint8Array> {
  const answer = await fetch(which);
  if (!answer.ok) throw new Error(await answer.text());
  if (which === 'surface') known = answer.headers.get('ETag');
  return new Uint8Array(await answer.arrayBuffer());
}

const PREFIX = 'scree-map-1';
/** The pictures beside the surface map, by name. */
export async function inputMasks(): Promise<[string, Uint8Array][]> {
  const answer = await fetch('masks');
  if (!answer.ok) throw new Error(await answer.text());
  const body = new Uint8Array(await answer.arrayBuffer()), end = body.indexOf(10) + 1;
  const { masks } = JSON.parse(new TextDecoder().decode(body.subarray(0, end))) as { masks: [string, number][] };
  let at = end;
  return masks.map(([name, size]) => [name, body.slice(at, (at += size))]);
}
/** A map and pictures in one, as scree takes them (serve/serve_site.h). */
function together(map: Uint8Array, masks: { file: string; bytes: Uint8Array }[]): Blob {
  if (masks.length === 0) return new Blob([map.slice()]);
  const head = `${JSON.stringify({ format: PREFIX, map: map.length, masks: masks.map(({ file, bytes }) => [file, bytes.length]) })}\n`;
  return new Blob([head, map.slice(), ...masks.map(({ bytes }) => bytes.slice())]);
}

/** Saves the map and pictures of its masks, in the form of the file, over what was read or saved last; `replace`: over anything.
 *  Throws with scree's sentence. */
export async function save(map: Uint8Array, masks: { file: string; bytes: Uint8Array }[], replace = false): Promise<Saved> {
  const answer = await fetch('surface', { method: 'PUT', body: together(map, masks),
    headers: replace ? { 'If-Match': '*' } : known !== null ? { 'If-Match': known } : {} });
  if (answer.status === 409) return 'changed by others';
  if (!answer.ok) throw new Error(await answer.text());
  known = answer.headers.get('ETag');
  return 'saved';
}
