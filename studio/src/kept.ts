/** Works as they were left, in the browser's own store: the file of a terrain, and the steps of its map. */
import type { Beside, Mask, Named, TerrainOptions } from './model';
import { sha256 } from './parts';
import type { Style } from './store';
import type { Words } from './text';

export interface Kept {
  terrain: { name: string; bytes: Uint8Array; options: TerrainOptions; beside?: Beside };
  map: { at: number; steps: { bytes: Uint8Array; masks?: readonly Mask[]; label: Words; selected: number; name: string; style?: Style | undefined; waterM?: number | undefined }[] };
}
/** A work without its bytes. */
export interface Recent { key: string; terrain: string; map: string; saved: number }

/** So many works are kept, and no more than these bytes of terrains; the newest whatever its size. */
const MOST = 5, MOST_BYTES = 256e6;
const STORES = ['terrains', 'maps', 'recent'];

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('scree-studio', 2);
    request.onupgradeneeded = () => {
      const { result: database } = request;
      for (const name of database.objectStoreNames) database.deleteObjectStore(name);
      for (const name of STORES) database.createObjectStore(name);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
  });
}
async function within<T>(mode: IDBTransactionMode, run: (store: (name: string) => IDBObjectStore) => (() => T) | void): Promise<T | undefined> {
  const database = await open();
  try {
    return await new Promise<T | undefined>((resolve, reject) => {
      const transaction = database.transaction(STORES, mode), result = run((name) => transaction.objectStore(name));
      transaction.oncomplete = () => resolve(result?.());
      transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error('IndexedDB'));
    });
  } finally {
    database.close();
  }
}

type Row = Recent & { bytes: number };
const byTime = (rows: Row[]): Row[] => [...rows].sort((a, b) => b.saved - a.saved);
/** Those that go: what is behind the last that has room. */
function beyond(rows: Row[]): Row[] {
  let sum = 0;
  return byTime(rows).filter(({ bytes }, i) => (sum += bytes, i > 0 && (i >= MOST || sum > MOST_BYTES)));
}
function drop(store: (name: string) => IDBObjectStore, key: string): void {
  for (const name of STORES) store(name).delete(key);
}

const keys = new WeakMap<Uint8Array, Promise<string>>();
/** A terrain's file and how it is read, in a few letters: a work is of one terrain, however often it is opened. */
async function keyOf({ bytes, options, name, beside }: Kept['terrain']): Promise<string> {
  let digest = keys.get(bytes);
  if (digest === undefined) {
    digest = sha256(bytes);
    keys.set(bytes, digest);
  }
  const files = Object.values(beside ?? {}) as Named[];
  return [await digest, name, JSON.stringify(options), ...files.map((one) => `${one.name}:${one.bytes.length}`)].join(' ');
}

/** The terrain is large and rarely changes: it is written once. All of a work is written as one, so that
 *  it always belongs together. */
export async function keep({ terrain, map }: Kept): Promise<void> {
  const key = await keyOf(terrain);
  await within('readwrite', (store) => {
    const there = store('recent').getAll() as IDBRequest<Row[]>;
    there.onsuccess = () => {
      if (!there.result.some((row) => row.key === key)) store('terrains').put(terrain, key);
      store('maps').put(map, key);
      const row: Row = { key, terrain: terrain.name, map: map.steps[map.at]?.name ?? '', saved: Date.now(), bytes: Object.values(terrain.beside ?? {}).reduce((sum, one) => sum + one.bytes.length, terrain.bytes.length) };
      store('recent').put(row, key);
      for (const { key: old } of beyond([...there.result.filter((other) => other.key !== key), row])) drop(store, old);
    };
  });
}
/** The works that are there, the newest first; none where the browser keeps nothing. */
export async function recents(): Promise<Recent[]> {
  try {
    return byTime((await within('readonly', (store) => {
      const rows = store('recent').getAll() as IDBRequest<Row[]>;
      return () => rows.result;
    })) ?? []);
  } catch {
    return [];
  }
}
/** undefined if it has gone meanwhile. */
export async function kept(key: string): Promise<Kept | undefined> {
  return within('readonly', (store) => {
    const terrain = store('terrains').get(key) as IDBRequest<Kept['terrain'] | undefined>, map = store('maps').get(key) as IDBRequest<Kept['map'] | undefined>;
    return () => (terrain.result === undefined || map.result === undefined ? undefined : { terrain: terrain.result, map: map.result });
  });
}
export async function forget(key: string): Promise<void> {
  await within('readwrite', (store) => drop(store, key));
}
