/**
 * A live view shared among workers, each with an instance and some rows of the view, so that no memory
 * is shared and no isolation of the page is needed. Rows evaluated apart are those of the whole, to
 * the bit.
 *
 *     const workers = await Workers.start(4);
 *     await workers.terrain(bytes);
 *     await workers.view({ width: 1024, height: 1024 });
 *     const { picture } = await workers.update(surface.write());
 *
 * Cancelling is dropping: an update that is asked for while another runs takes the place of all that
 * wait, which are rejected with the code 'cancelled'.
 */
import { compile, ScreeError } from './index.js';
import type { Code, LiveOptions } from './index.js';
import type { Answer, Part, Request } from './worker.js';

/** A worker of the page or of node. */
export interface WorkerLike {
  postMessage(value: unknown): void;
  terminate(): unknown;
  onmessage?: ((event: { data: Answer }) => void) | null;
  onerror?: ((event: { message?: string }) => void) | null;
  on?(name: 'message', run: (value: Answer) => void): void;
  on?(name: 'error', run: (error: Error) => void): void;
  on?(name: 'exit', run: () => void): void;
}

export interface Shown { width: number; height: number; picture: Uint8Array; winner: Uint8Array | undefined }

type Unnumbered<T> = T extends unknown ? Omit<T, 'id'> : never;

interface Waiting { resolve(value: unknown): void; reject(reason: unknown): void; progress?: (done: number) => void }

class Client {
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;
  private over: ScreeError | undefined;
  constructor(readonly worker: WorkerLike) {
    if (worker.on !== undefined) {
      worker.on('message', (answer) => this.take(answer));
      worker.on('error', (error) => this.end(new ScreeError('worker', `a worker failed: ${error.message}`)));
      worker.on('exit', () => this.end(new ScreeError('worker', 'a worker ended by itself')));
    } else {
      worker.onmessage = (event) => this.take(event.data);
      worker.onerror = (event) => this.end(new ScreeError('worker', `a worker failed: ${event.message ?? 'its script cannot be loaded'}`));
    }
  }
  /** Whoever waits for an answer, or asks from now on, gets the error. */
  end(error: ScreeError): void {
    this.over ??= error;
    for (const waiting of this.waiting.values()) waiting.reject(this.over);
    this.waiting.clear();
  }
  ask(request: Unnumbered<Request>, progress?: (done: number) => void): Promise<unknown> {
    if (this.over !== undefined) return Promise.reject(this.over);
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, progress === undefined ? { resolve, reject } : { resolve, reject, progress });
      this.worker.postMessage({ ...request, id });
    });
  }
  private take(answer: Answer): void {
    const waiting = this.waiting.get(answer.id);
    if (waiting === undefined) return;
    if ('progress' in answer) {
      waiting.progress?.(answer.progress);
      return;
    }
    this.waiting.delete(answer.id);
    if ('result' in answer) waiting.resolve(answer.result);
    else waiting.reject(new ScreeError(answer.error.code as Code, answer.error.text, answer.error.field, answer.error.file));
  }
}

/** A worker of this package's file worker.js. */
export async function makeWorker(): Promise<WorkerLike> {
  const url = new URL('./worker.js', import.meta.url);
  if (typeof Worker !== 'undefined') return new Worker(url, { type: 'module' }) as unknown as WorkerLike;
  const name = 'node:worker_threads'; // not for bundlers
  const threads = await import(/* @vite-ignore */ name) as { Worker: new (url: URL) => WorkerLike };
  return new threads.Worker(url);
}

export class Workers {
  private tops: number[] = [];
  private width = 0;
  private height = 0;
  private running: Promise<unknown> | undefined;
  private next: { run: () => Promise<Shown>; resolve(value: Shown): void; reject(reason: unknown): void } | undefined;

  private constructor(private readonly clients: Client[]) {}

  static async start(count: number, module?: WebAssembly.Module,
    make: () => WorkerLike | Promise<WorkerLike> = makeWorker): Promise<Workers> {
    const compiled = module ?? await compile();
    const clients = await Promise.all(Array.from({ length: Math.max(count, 1) }, async () => new Client(await make())));
    await Promise.all(clients.map((client) => client.ask({ do: 'start', module: compiled })));
    return new Workers(clients);
  }
  async terrain(bytes: Uint8Array, name = 'terrain'): Promise<void> {
    await Promise.all(this.clients.map((client) => client.ask({ do: 'terrain', bytes, name })));
  }
  /** width and height are of the whole view. */
  async view(options: LiveOptions & { width: number; height: number }): Promise<void> {
    const first = options.row ?? 0, columns = options.columns || options.width;
    const rows = options.rows || options.height, count = this.clients.length;
    this.width = columns;
    this.height = rows;
    this.tops = Array.from({ length: count + 1 }, (_, i) => Math.floor((rows * i) / count));
    await Promise.all(this.clients.map((client, i) => this.rowsOf(i) === 0 ? undefined : client.ask({
      do: 'view', options: { ...options, column: options.column ?? 0, columns, row: first + this.tops[i]!, rows: this.rowsOf(i) } })));
  }
  update(surface: Uint8Array, progress?: (done: number) => void): Promise<Shown> {
    return new Promise((resolve, reject) => {
      this.next?.reject(new ScreeError('cancelled', 'another update took its place'));
      this.next = { run: () => this.show(surface, progress), resolve, reject };
      if (this.running === undefined) void this.drain();
    });
  }
  private async drain(): Promise<void> {
    for (let next; (next = this.next) !== undefined;) {
      this.next = undefined;
      this.running = next.run().then(next.resolve, next.reject);
      await this.running;
    }
    this.running = undefined;
  }
  private async show(surface: Uint8Array, progress?: (done: number) => void): Promise<Shown> {
    const done = this.clients.map(() => 0);
    const parts = await Promise.all(this.clients.map((client, i) => this.rowsOf(i) === 0 ? undefined
      : client.ask({ do: 'update', surface }, (part) => {
        done[i] = part;
        progress?.(done.reduce((sum, one, j) => sum + one * this.rowsOf(j), 0) / this.height);
      }) as Promise<Part>));
    const picture = new Uint8Array(this.width * this.height * 3);
    let winner: Uint8Array | undefined = new Uint8Array(this.width * this.height);
    parts.forEach((part, i) => {
      if (part === undefined) return;
      picture.set(part.picture, this.tops[i]! * this.width * 3);
      if (part.winner === undefined) winner = undefined;
      else winner?.set(part.winner, this.tops[i]! * this.width);
    });
    return { width: this.width, height: this.height, picture, winner };
  }
  private rowsOf(i: number): number {
    return this.tops[i + 1]! - this.tops[i]!;
  }
  /** Ends them at once, whatever they do; what was asked for is rejected with the code 'cancelled'. */
  end(): void {
    const ended = new ScreeError('cancelled', 'the workers were ended');
    this.next?.reject(ended);
    this.next = undefined;
    for (const client of this.clients) {
      client.end(ended);
      void client.worker.terminate();
    }
  }
}
