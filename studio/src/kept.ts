/** The work as it was left, in the browser's own store: the terrain's file, and the steps of the map. */
import type { TerrainOptions } from './model';
import type { Style } from './store';
import type { Words } from './text';

export interface Kept {
  /** id: of this terrain, as it was opened once, and of no other. */
  terrain: { id: string; name: string; bytes: Uint8Array; options: TerrainOptions };
  /** Pages before this one kept one name for all steps. */
  map: { name?: string; at: number; steps: { bytes: Uint8Array; label: Words; selected: number; name?: string; style?: Style | undefined; waterM?: number | undefined }[] };
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

/** What lies beside the terrain; `terrain`: the id of the terrain that it is for. */
type Rest = Omit<Kept, 'terrain'> & { terrain?: string };

/** The terrain is large and rarely changes: it has a place of its own, and is written again where that
 *  of another window is. Both are written as one, so that they always belong together. */
export async function keep({ terrain, map, saved }: Kept): Promise<void> {
  await within('readwrite', (store) => {
    const before = store.get('map') as IDBRequest<Rest | undefined>;
    before.onsuccess = () => {
      if (before.result?.terrain !== terrain.id) store.put(terrain, 'terrain');
      store.put({ map, saved, terrain: terrain.id } satisfies Rest, 'map');
    };
  });
}
/** undefined if there is nothing whole, or the browser keeps nothing. */
export async function kept(): Promise<Kept | undefined> {
  try {
    let land: IDBRequest<Kept['terrain'] | undefined> | undefined;
    const rest = await within('readonly', (store) => {
      land = store.get('terrain') as IDBRequest<Kept['terrain'] | undefined>;
      return store.get('map') as IDBRequest<Rest | undefined>;
    });
    const terrain = land?.result;
    return terrain === undefined || rest === undefined || rest.terrain !== terrain.id ? undefined : { ...rest, terrain };
  } catch {
    return undefined;
  }
}
