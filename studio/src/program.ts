/**
 * The program itself in a worker: a command line, files in memory, and what it made of them. Each run
 * has a worker and an instance of its own, which are gone afterwards with all their memory.
 *
 *     const program = new Program(module, () => new Worker(url));
 *     const { code, error, files } = await program.run(
 *       ['export', 'ror', 'island.ter', 'island.srf', '-o', 'island.zip'],
 *       new Map([['island.ter', terrain], ['island.srf', surface]]), { progress: (done) => bar(done) });
 */
import { listen } from '../../wasm/src/asking';
import type { WorkerLike } from '../../wasm/src/asking';
import { ScreeError } from '../../wasm/src/instance';
import type { Answer, Request } from './program.worker';

export interface RunOptions {
  /** How far a step is, 0 to 1, and what it is; steps follow each other, each from 0. */
  progress?: (done: number, step: string) => void;
  /** What it says while it works: a sentence. */
  message?: (message: { severity: 'note' | 'warning'; text: string }) => void;
  /** Ends the worker: run() rejects with the code 'cancelled'. */
  signal?: AbortSignal;
}
export interface Ran {
  /** 0 done; 1 to 4 failed; 10 and above a result (scree --help=all). */
  code: number;
  stdout: string;
  /** Without the bar that shows progress. */
  stderr: string;
  /** The sentence of a failure; '' if there was none. */
  error: string;
  /** What it made or changed, by path. */
  files: Map<string, Uint8Array>;
}

export type ProgramWorker = WorkerLike<Answer>;

const isPlain = (name: string) => name !== '' && name.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

export class Program {
  /** make() gives a worker of program.worker.ts. */
  constructor(private readonly module: WebAssembly.Module, private readonly make: () => ProgramWorker) {}

  /** Files stay the caller's. Their names are paths with '/', and what args call them. */
  run(args: string[], files: Map<string, Uint8Array>, options: RunOptions = {}): Promise<Ran> {
    const { progress, message, signal } = options;
    const wrong = [...files.keys()].find((name) => !isPlain(name));
    if (wrong !== undefined)
      return Promise.reject(new ScreeError('bad argument', `'${wrong}' is no name of a file`, 'files'));
    if (signal?.aborted) return Promise.reject(new ScreeError('cancelled', 'cancelled'));
    const worker = this.make();
    return new Promise<Ran>((resolve, reject) => {
      const fail = (text: string) => reject(new ScreeError('worker', `the program failed: ${text}`));
      const take = (answer: Answer) => {
        try {
          if ('progress' in answer) progress?.(answer.progress, answer.step);
          else if ('severity' in answer) message?.(answer);
          else if ('failed' in answer) fail(answer.failed);
          else resolve({ ...answer, files: new Map(answer.files) });
        } catch (thrown) { // of the caller's functions: it ends the run
          reject(thrown);
        }
      };
      listen(worker, take, fail);
      signal?.addEventListener('abort', () => reject(new ScreeError('cancelled', 'cancelled')), { once: true });
      const copies = [...files].map(([name, bytes]) => [name, bytes.slice()] as [string, Uint8Array]);
      const request: Request = { module: this.module, args, files: copies };
      worker.postMessage(request, copies.map(([, bytes]) => bytes.buffer as ArrayBuffer));
    }).finally(() => void worker.terminate());
  }
}
