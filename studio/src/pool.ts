/**
 * Workers that are asked by name and answer one question after the other. One that fails is replaced: the
 * new one is told what the old one knew, and the question it died of is asked once more.
 */
import type { Answer, Calls, Fault } from './model';
import { t } from './text';

/** What the library refused: its sentence, and the option that is missing or to blame. */
export class Refusal extends Error {
  readonly code: string;
  readonly field: string;
  readonly file: string;
  constructor({ code, text, field, file }: Fault) {
    super(text);
    this.name = 'Refusal';
    this.code = code;
    this.field = field;
    this.file = file;
  }
}

interface Waiting {
  call: keyof Calls; args: unknown[]; tries: number;
  resolve(value: unknown): void; reject(reason: unknown): void; progress: ((done: number) => void) | undefined;
}

/** What a new worker is told before all else. */
const lasting: (keyof Calls)[] = ['start', 'terrain', 'view'];

export class Hand {
  private worker: Worker;
  private readonly told = new Map<keyof Calls, unknown[]>();
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;
  constructor(private readonly make: () => Worker, private readonly restarted: () => void) {
    this.worker = this.open();
  }

  ask<K extends keyof Calls>(call: K, args: Parameters<Calls[K]>, progress?: (done: number) => void): Promise<ReturnType<Calls[K]>> {
    if (call === 'terrain') this.told.delete('view');
    return new Promise((resolve, reject) => this.post({ call, args, tries: 0, resolve: resolve as (value: unknown) => void, reject, progress }));
  }
  get busy(): boolean { return this.waiting.size > 0; }

  /** Ends it whatever it does; its questions are asked anew. */
  restart(): void {
    const again = [...this.waiting.values()];
    this.waiting.clear();
    this.worker.terminate();
    this.worker = this.open();
    for (const call of lasting) {
      const args = this.told.get(call);
      if (args !== undefined && !again.some((one) => one.call === call))
        this.post({ call, args, tries: 0, resolve: () => undefined, reject: () => undefined, progress: undefined });
    }
    for (const one of again) {
      if (++one.tries > 1) one.reject(new Refusal({ code: 'worker', text: t('failedTwice'), field: '', file: '' }));
      else this.post(one);
    }
    this.restarted();
  }

  private post(question: Waiting): void {
    const id = ++this.last;
    this.waiting.set(id, question);
    this.worker.postMessage({ id, call: question.call, args: question.args });
  }
  private open(): Worker {
    const worker = this.make();
    worker.onmessage = ({ data }: { data: Answer }) => this.take(data);
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.worker === worker) this.restart();
    };
    return worker;
  }
  private take(answer: Answer): void {
    const asked = this.waiting.get(answer.id);
    if (asked === undefined) return;
    if ('progress' in answer) {
      asked.progress?.(answer.progress);
      return;
    }
    this.waiting.delete(answer.id);
    if ('error' in answer) {
      asked.reject(new Refusal(answer.error));
      return;
    }
    if (lasting.includes(asked.call)) this.told.set(asked.call, asked.args);
    asked.resolve(answer.result);
  }
}
