/** The worker of Workers: an instance that shows some rows of a view. In a browser a module worker,
 *  in node a thread of node:worker_threads. */
import { instantiate } from './index.js';
import type { Job, Live, LiveOptions, Rectangle, Scree, Surface, Terrain } from './index.js';

export type Request =
  | { id: number; do: 'start'; module: WebAssembly.Module }
  | { id: number; do: 'terrain'; bytes: Uint8Array; name: string }
  | { id: number; do: 'view'; options: LiveOptions }
  | { id: number; do: 'update'; surface: Uint8Array };
export interface Part { picture: Uint8Array; winner: Uint8Array | undefined; changed: Rectangle | undefined }
export type Answer = { id: number; progress: number } | { id: number; result: unknown }
  | { id: number; error: { code: string; text: string; field: string; file: string } };

let scree: Scree | undefined, terrain: Terrain | undefined, live: Live | undefined;

function answer(request: Request, job: Job): unknown {
  switch (request.do) {
    case 'start':
      scree = instantiate(request.module);
      return scree.version;
    case 'terrain':
      live?.free();
      terrain?.free();
      live = undefined;
      terrain = scree!.terrain(request.bytes, { name: request.name });
      return undefined;
    case 'view':
      live?.free();
      live = scree!.live(terrain!, request.options);
      return { width: live.width, height: live.height };
    case 'update': {
      const surface: Surface = scree!.surface(request.surface, { terrain: terrain! });
      try {
        live!.update(surface, job);
      } finally {
        surface.free();
      }
      return { picture: live!.picture(), winner: live!.winner(), changed: live!.changed() } satisfies Part;
    }
  }
}

/** Answers requests that come by `post`'s other side. */
export function serve(post: (answer: Answer) => void): (request: Request) => void {
  return (request) => {
    const id = request.id;
    try {
      post({ id, result: answer(request, { progress: (_, done) => post({ id, progress: done }) }) });
    } catch (thrown) {
      const e = thrown as { code?: string; message?: string; field?: string; file?: string };
      post({ id, error: { code: e.code ?? 'no memory', text: e.message ?? String(thrown),
        field: e.field ?? '', file: e.file ?? '' } });
    }
  };
}

interface Port { postMessage(value: unknown): void; on(name: 'message', run: (value: Request) => void): void }
const scope = globalThis as unknown as
  { WorkerGlobalScope?: unknown; postMessage(value: unknown): void; onmessage: unknown };
if (scope.WorkerGlobalScope !== undefined) {
  const handle = serve((value) => scope.postMessage(value));
  scope.onmessage = (event: { data: Request }) => handle(event.data);
} else {
  const name = 'node:worker_threads'; // not for bundlers
  const { parentPort } = await import(/* @vite-ignore */ name) as { parentPort: Port | null };
  if (parentPort !== null) {
    const handle = serve((value) => parentPort.postMessage(value));
    parentPort.on('message', handle);
  }
}
