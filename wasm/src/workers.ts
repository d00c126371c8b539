/**
 * A live view shared among workers, each with an instance and some rows of the view, so that no memory
 * is shared and no isolation of the page is needed. Rows evaluated apart are those of the whole, to
 * the bit.
 *
 *     const workers = await Workers.start(4);
 *     await workers.terrain(bytes);
 *     await workers.view({ width: 1024, height: 1024 });
 *     const { picture } = await workers.update(surface.write(surface.form));
 *     await workers.mask('meadow.png', bytes); // of a mask that the map has
 *
 * Cancelling is dropping: an update that is asked for while another runs takes the place of all that
 * wait, which are rejected with the code 'cancelled'.
 *
 * A worker that fails is ended, with the rows it has: what waits for it, and every call from then on, is
 * rejected with the code 'worker'. Then end() these and start others.
 */
import { listen, Questions, share } from './asking.js';
import type { WorkerLike } from './asking.js';
import { compile, ScreeError } from './index.js';
import type { LiveOptions } from './index.js';
import type { Calls, Part } from './worker.js';
export type { WorkerLike } from './asking.js';

export interface Shown { width: number; height: number; picture: Uint8Array; winner: Uint8Array | undefined }

class Client {
  private readonly questions: Questions;
  private over: ScreeError | undefined;
  constructor(private readonly worker: WorkerLike) {
    this.questions = new Questions((request) => worker.postMessage(request));
    listen(worker, (answer) => this.questions.take(answer), (why) => this.end(new ScreeError('worker', `a worker failed: ${why}`)));
  }
  /** Ends the worker, whatever it does. Whoever waits for an answer, or asks from now on, gets the error. */
  end(error: ScreeError): void {
    this.over ??= error;
    void this.worker.terminate();
    for (const { reject } of this.questions.drop()) reject(this.over);
  }
  ask<K extends keyof Calls>(call: K, args: Parameters<Calls[K]>, progress?: (done: number) => void): Promise<ReturnType<Calls[K]>> {
    if (this.over !== undefined) return Promise.reject(this.over);
    return new Promise((resolve, reject) => this.questions.ask({ call, args, resolve: resolve as (value: unknown) => void, reject, progress }));
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
  private width = 0;
  private height = 0;
  private running: Promise<unknown> | undefined;
  private next: { run: () => Promise<Shown>; resolve(value: Shown): void; reject(reason: unknown): void } | undefined;

  private constructor(private readonly clients: Client[]) {}

  static async start(count: number, module?: WebAssembly.Module,
    make: () => WorkerLike | Promise<WorkerLike> = makeWorker): Promise<Workers> {
    const compiled = module ?? await compile();
    const clients = await Promise.all(Array.from({ length: Math.max(count, 1) }, async () => new Client(await make())));
    const workers = new Workers(clients);
    try {
      await Promise.all(clients.map((client) => client.ask('start', [compiled])));
    } catch (failed) {
      workers.end();
      throw failed;
    }
    return workers;
  }
  async terrain(bytes: Uint8Array, name = 'terrain'): Promise<void> {
    await Promise.all(this.clients.map((client) => client.ask('terrain', [bytes, name])));
  }
  /** The picture that layers have as mask.file, from the next update on; undefined: none any more. */
  async mask(file: string, picture: Uint8Array | undefined): Promise<void> {
    await Promise.all(this.clients.map((client) => client.ask('mask', [file, picture])));
  }
  /** width and height are of the whole view. */
  async view(options: LiveOptions & { width: number; height: number }): Promise<void> {
    const first = options.row ?? 0, columns = options.columns || options.width;
    this.width = columns;
    this.height = options.rows || options.height;
    await Promise.all(this.clients.map((client, i) => {
      const { row, rows } = this.part(i);
      return rows === 0 ? undefined : client.ask('view', [{ ...options, column: options.column ?? 0, columns, row: first + row, rows }]);
    }));
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
    const parts: (Part | undefined)[] = await Promise.all(this.clients.map((client, i) => this.part(i).rows === 0 ? undefined
      : client.ask('update', [surface], (part) => {
        done[i] = part;
        progress?.(done.reduce((sum, one, j) => sum + one * this.part(j).rows, 0) / this.height);
      })));
    const picture = new Uint8Array(this.width * this.height * 3);
    let winner: Uint8Array | undefined = new Uint8Array(this.width * this.height);
    parts.forEach((part, i) => {
      if (part === undefined) return;
      const from = this.part(i).row * this.width;
      picture.set(part.picture, from * 3);
      if (part.winner === undefined) winner = undefined;
      else winner?.set(part.winner, from);
    });
    return { width: this.width, height: this.height, picture, winner };
  }
  private part(i: number): { row: number; rows: number } {
    return share(this.height, this.clients.length, i);
  }
  /** Ends them at once, whatever they do; what was asked for is rejected with the code 'cancelled'. */
  end(): void {
    const ended = new ScreeError('cancelled', 'the workers were ended');
    this.next?.reject(ended);
    this.next = undefined;
    for (const client of this.clients) client.end(ended);
  }
}
