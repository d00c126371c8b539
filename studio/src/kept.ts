/** The work as it was left, in the browser's own store: the terrain's file, and the steps of the map. */
import type { TerrainOptions } from './model';

export interface Kept {
  terrain: { name: string; bytes: Uint8Array; options: TerrainOptions };
  map: { name: string; at: number; steps: { bytes: Uint8Array; label: string; selected: number }[] };
  saved: number;
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('scree-studio', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('work');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
  });
}
async function within<T>(mode: IDBTransactionMode, run: (store: IDBObjectStore) => IDBRequest<T> | void): Promise<T | undefined> {
  const database = await open();
  try {
    return await new Promise<T | undefined>((resolve, reject) => {
      const transaction = database.transaction('work', mode), request = run(transaction.objectStore('work'));
      transaction.oncomplete = () => resolve(request ? request.result : undefined);
      transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error('IndexedDB'));
    });
  } finally {
    database.close();
  }
}

/** The terrain is large and rarely changes: it has a place of its own. */
let keptTerrain: Uint8Array | undefined;
export async function keep({ terrain, map, saved }: Kept): Promise<void> {
  await within('readwrite', (store) => {
    if (keptTerrain !== terrain.bytes) store.put(terrain, 'terrain');
    store.put({ map, saved }, 'map');
  });
  keptTerrain = terrain.bytes;
}
/** undefined if there is nothing, or the browser keeps nothing. */
export async function kept(): Promise<Kept | undefined> {
  try {
    const terrain = await within('readonly', (store) => store.get('terrain') as IDBRequest<Kept['terrain'] | undefined>);
    const rest = await within('readonly', (store) => store.get('map') as IDBRequest<Omit<Kept, 'terrain'> | undefined>);
    return terrain === undefined || rest === undefined ? undefined : { terrain, ...rest };
  } catch {
    return undefined;
  }
}
