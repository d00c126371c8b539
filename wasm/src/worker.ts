/** The worker of Workers: an instance that shows some rows of a view. In a browser a module worker,
 *  in node a thread of node:worker_threads. */
import { serve } from './asking.js';
import type { Answer, Request } from './asking.js';
import { instantiate, ScreeError } from './index.js';
import type { Job, Live, LiveOptions, Rectangle, Scree, Surface, Terrain } from './index.js';

export interface Part { picture: Uint8Array; winner: Uint8Array | undefined; changed: Rectangle | undefined }
/** What it does: see Workers. */
export interface Calls {
  start(module: WebAssembly.Module): string;
  terrain(bytes: Uint8Array, name: string): void;
  mask(file: string, picture: Uint8Array | undefined): void;
  view(options: LiveOptions): { width: number; height: number };
  update(surface: Uint8Array): Part;
}

let scree: Scree | undefined, terrain: Terrain | undefined, live: Live | undefined;
let job: Job = {};
/** Pictures of masks, by what layers call them. */
const masks = new Map<string, Uint8Array>();

const calls: Calls = {
  start(module) {
    scree = instantiate(module);
    return scree.version;
  },
  terrain(bytes, name) {
    live?.free();
    terrain?.free();
    live = terrain = undefined;
    terrain = scree!.terrain(bytes, { name });
  },
  view(options) {
    live?.free();
    live = undefined;
    if (terrain === undefined) throw new ScreeError('bad argument', 'there is no terrain; call terrain() first');
    live = scree!.live(terrain, options);
    return { width: live.width, height: live.height };
  },
  mask(file, picture) {
    if (picture === undefined) masks.delete(file);
    else masks.set(file, picture);
  },
  update(bytes) {
    if (live === undefined) throw new ScreeError('bad argument', 'there is no view; call view() first');
    const surface: Surface = scree!.surface(bytes, { terrain: terrain! });
    try {
      // What no layer goes by is not read: it may be of another kind than the map's.
      const files = masks.size > 0 ? surface.maskFiles() : [];
      for (const [file, picture] of masks) if (files.includes(file)) surface.mask(file, picture, job);
      live.update(surface, job);
    } finally {
      surface.free();
    }
    return { picture: live.picture(), winner: live.winner(), changed: live.changed() };
  },
};

interface Port { postMessage(value: Answer): void; on(name: 'message', run: (value: Request) => void): void }
const scope = globalThis as unknown as
  { WorkerGlobalScope?: unknown; postMessage(value: Answer): void; onmessage: unknown };
const answering = (post: (answer: Answer) => void) => serve(calls, (next) => { job = next; }, post);
if (scope.WorkerGlobalScope !== undefined) {
  const handle = answering((value) => scope.postMessage(value));
  scope.onmessage = (event: { data: Request }) => handle(event.data);
} else {
  const name = 'node:worker_threads'; // not for bundlers
  const { parentPort } = await import(/* @vite-ignore */ name) as { parentPort: Port | null };
  if (parentPort !== null) parentPort.on('message', answering((value) => parentPort.postMessage(value)));
}
