/**
 * Questions to a worker and its answers: a question names a call, and is answered by how far it is, and at
 * last by its result or by why there is none. Both sides, for the workers of this package and of the studio.
 */
import { ScreeError } from './instance.js';
import type { Code, Job } from './instance.js';

/** What ScreeError says, as a message can hold it. */
export interface Fault { code: string; text: string; field: string; file: string }
export interface Request { id: number; call: string; args: unknown[] }
export type Answer = { id: number; progress: number } | { id: number; result: unknown } | { id: number; error: Fault };

/** A worker of the page or of node, whose messages are A. */
export interface WorkerLike<A = Answer> {
  postMessage(value: unknown): void;
  postMessage(value: unknown, transfer: ArrayBuffer[]): void;
  terminate(): unknown;
  onmessage?: ((event: { data: A }) => void) | null;
  onerror?: ((event: { message?: string; preventDefault?(): void }) => void) | null;
  on?(name: 'message', run: (value: A) => void): void;
  on?(name: 'error', run: (error: Error) => void): void;
  on?(name: 'exit', run: () => void): void;
}
/** Hears a worker: its messages, and in words why there will be none. */
export function listen<A>(worker: WorkerLike<A>, take: (message: A) => void, failed: (why: string) => void): void {
  if (worker.on !== undefined) {
    worker.on('message', take);
    worker.on('error', (error) => failed(error.message));
    worker.on('exit', () => failed('it ended by itself'));
  } else {
    worker.onmessage = (event) => take(event.data);
    worker.onerror = (event) => {
      event.preventDefault?.();
      failed(event.message ?? 'its script cannot be loaded');
    };
  }
}

/** The rows that worker i of `count` has. */
export function share(rows: number, count: number, i: number): { row: number; rows: number } {
  const at = (k: number) => Math.floor((rows * k) / count);
  return { row: at(i), rows: at(i + 1) - at(i) };
}

// ---- who asks ----

export interface Question {
  call: string; args: unknown[];
  resolve(value: unknown): void; reject(reason: unknown): void; progress?: ((done: number) => void) | undefined;
}
/** Questions that wait for an answer. */
export class Questions<Q extends Question = Question> {
  private readonly waiting = new Map<number, Q>();
  private last = 0;
  /** answered: hears of each that had a result. */
  constructor(private readonly post: (request: Request) => void, private readonly answered: (question: Q) => void = () => undefined) {}
  get count(): number { return this.waiting.size; }
  ask(question: Q): void {
    const id = ++this.last;
    this.waiting.set(id, question);
    this.post({ id, call: question.call, args: question.args });
  }
  take(answer: Answer): void {
    const question = this.waiting.get(answer.id);
    if (question === undefined) return;
    if ('progress' in answer) {
      question.progress?.(answer.progress);
      return;
    }
    this.waiting.delete(answer.id);
    if ('error' in answer) {
      const { code, text, field, file } = answer.error;
      question.reject(new ScreeError(code as Code, text, field, file));
      return;
    }
    this.answered(question);
    question.resolve(answer.result);
  }
  /** Those that wait, which are forgotten. */
  drop(): Q[] {
    const all = [...this.waiting.values()];
    this.waiting.clear();
    return all;
  }
}

// ---- who answers ----

/**
 * Answers questions with what `calls` return. hearing: gets the job of the question at hand, whose progress
 * is posted once in `pauseMs`. moved: what of a result is handed over instead of copied. What is no
 * ScreeError may have broken the instance, as a trap does: it is thrown on, which ends a worker of node and is
 * an error of one of a page, and who asks takes the worker for failed.
 */
export function serve(calls: object, hearing: (job: Job) => void, post: (answer: Answer, transfer: ArrayBuffer[]) => void,
  { pauseMs = 0, moved = () => [] }: { pauseMs?: number; moved?: (result: unknown) => ArrayBuffer[] } = {}): (request: Request) => void {
  return ({ id, call, args }) => {
    let last = performance.now();
    hearing({ progress: (_, done) => {
      if (performance.now() - last < pauseMs) return;
      last = performance.now();
      post({ id, progress: done }, []);
    } });
    try {
      const result = (calls as { [call: string]: (...args: unknown[]) => unknown })[call]!(...args);
      post({ id, result }, moved(result));
    } catch (thrown) {
      if (!(thrown instanceof ScreeError)) throw thrown;
      const { code, message: text, field, file } = thrown;
      post({ id, error: { code, text, field, file } }, []);
    }
  };
}
