/**
 * Workers that are asked by name and answer one question after the other. One that fails is replaced: the
 * new one is told what the old one knew, and the question it died of is asked once more.
 */
import { listen, Questions } from '../../wasm/src/asking';
import type { Answer, Question, Request, WorkerLike } from '../../wasm/src/asking';
import { ScreeError } from '../../wasm/src/instance';
import type { Calls, Files } from './model';
import { t } from './text';

interface Waiting extends Question { call: keyof Calls; tries: number }

/** What a new worker is told before all else. */
const lasting: (keyof Calls)[] = ['start', 'terrain', 'view'];

const isFiles = (one: unknown): one is Files => typeof one === 'object' && one !== null && 'masks' in one && 'bytes' in one;

export class Hand {
  private worker: WorkerLike;
  /** Pictures that the worker has: those of the last map that it was given. */
  private pictures = new Set<number>();
  private readonly told = new Map<keyof Calls, unknown[]>();
  private readonly questions: Questions<Waiting>;
  constructor(private readonly make: () => WorkerLike, private readonly restarted: () => void) {
    this.questions = new Questions((request) => this.worker.postMessage(this.lean(request)), ({ call, args }) => {
      if (lasting.includes(call)) this.told.set(call, args);
    });
    this.worker = this.open();
  }

  ask<K extends keyof Calls>(call: K, args: Parameters<Calls[K]>, progress?: (done: number) => void): Promise<ReturnType<Calls[K]>> {
    if (call === 'terrain') this.told.delete('view');
    return new Promise((resolve, reject) => this.questions.ask({ call, args, tries: 0, resolve: resolve as (value: unknown) => void, reject, progress }));
  }
  /** Of maps only what is needed, and no picture twice. */
  private lean(request: Request): Request {
    return { ...request, args: request.args.map((one) => {
      if (!isFiles(one)) return one;
      const { bytes, masks } = one, had = this.pictures;
      this.pictures = new Set(masks.map(({ id }) => id));
      return { bytes, masks: masks.map((mask) => (had.has(mask.id) ? { file: mask.file, id: mask.id } : mask)) };
    }) };
  }
  get busy(): boolean { return this.questions.count > 0; }

  /** Ends it whatever it does; its questions are asked anew. */
  restart(): void {
    const again = this.renew(true);
    for (const one of again) {
      if (++one.tries > 1) one.reject(new ScreeError('worker', t('failedTwice')));
      else this.questions.ask(one);
    }
    this.restarted();
  }

  /** Ends it; its questions are refused as cancelled, and a new one knows what it knew. */
  cancel(): void {
    for (const one of this.renew(false)) one.reject(new ScreeError('cancelled', ''));
  }

  /** Another worker in its place; the questions that it leaves, which are asked anew or not. */
  private renew(again: boolean): Waiting[] {
    const all = this.questions.drop();
    this.worker.terminate();
    this.pictures.clear();
    this.worker = this.open();
    for (const call of lasting) {
      const args = this.told.get(call);
      if (args !== undefined && !(again && all.some((one) => one.call === call)))
        this.questions.ask({ call, args, tries: 0, resolve: () => undefined, reject: () => undefined });
    }
    return all;
  }

  private open(): WorkerLike {
    const worker = this.make();
    listen<Answer>(worker, (answer) => { if (this.worker === worker) this.questions.take(answer); }, () => { if (this.worker === worker) this.restart(); });
    return worker;
  }
}
