// One instance of the WebAssembly module: its memory, its structs, its calls back.
import { bits, enums, words } from './types.js';

/** What a call reports, and how it is ended. All of it is called by the call itself, in its thread. */
export interface Job {
  /** step in a word or two, done from 0 to 1 of it; return false to cancel. */
  progress?: (step: string, done: number) => boolean | void;
  /** What was tolerated or concluded: a sentence. */
  message?: (message: Message) => void;
  /** Looked at with each progress. */
  signal?: AbortSignal;
}

export interface Message {
  /** A result: what was made, where, and what matters of it; a note is a detail. */
  severity: (typeof enums.severity)[number];
  file: string;
  text: string;
}

/** Where files go, one after the other, in pieces as they are made. A piece is the receiver's own. */
export interface FileSink {
  begin(name: string): void;
  write(piece: Uint8Array): void;
  end?(): void;
}

export type Code =
  | 'no memory' | 'cannot read' | 'malformed' | 'unsupported' | 'limit' | 'bad argument'
  | 'cannot write' | 'cancelled'
  | 'worker'; // it failed, or ended by itself; not of the library
const codes: Code[] = ['no memory', 'cannot read', 'malformed', 'unsupported', 'limit',
  'bad argument', 'cannot write', 'cancelled'];

/** Why a call failed. Decide by code and field; show file and message. */
export class ScreeError extends Error {
  readonly code: Code;
  /** The member of the options that is to blame or missing; '' if none. */
  readonly field: string;
  readonly file: string;
  /** Byte in the input; undefined if none. */
  readonly offset: number | undefined;
  constructor(code: Code, text: string, field = '', file = '', offset?: number) {
    super(text);
    this.name = 'ScreeError';
    this.code = code;
    this.field = field;
    this.file = file;
    this.offset = offset;
  }
}

interface Member { offset: number; bytes: number; kind: string }
interface Shape { bytes: number; start: number; members: Map<string, Member> }
type Call = (...args: (number | bigint)[]) => number;
type Values = { [name: string]: unknown };

interface Sinking { sink: FileSink; fault?: unknown }

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => '_' + letter.toLowerCase());
const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const sizeOf = (kind: string) => kind === 'b' ? 1 : kind === 'd' || kind === 'U' ? 8 : 4;

/** Names of calls that the module exports; wasm/CMakeLists.txt finds them in quotes. */
export class Instance {
  private readonly memory: WebAssembly.Memory;
  private readonly exports: { [name: string]: Call };
  private readonly shapes = new Map<string, Shape>();
  private readonly contexts = new Map<number, Job | Sinking>();
  private lastContext = 0;
  private fault: unknown;

  constructor(module: WebAssembly.Module) {
    const imports: WebAssembly.Imports = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module))
      (imports[from] ??= {})[name] = this.imported(name);
    const instance = new WebAssembly.Instance(module, imports);
    this.memory = instance.exports.memory as WebAssembly.Memory;
    this.exports = instance.exports as unknown as { [name: string]: Call };
    this.table = instance.exports.__indirect_function_table as WebAssembly.Table;
    (this.exports['_initialize'] as Call | undefined)?.();
    this.readShapes();
  }
  private readonly table: WebAssembly.Table;
  private returned = 0;

  // What the module imports. There are no files and no processes: what asks for them gets ENOSYS.
  private imported(name: string): Function {
    const nosys = 52;
    if (name.startsWith('invoke_'))
      return (index: number, ...args: number[]) => {
        const stack = this.exports.stackSave!();
        try {
          return (this.table.get(index) as Call)(...args);
        } catch (thrown) {
          this.exports.stackRestore!(stack);
          if (thrown !== Infinity) throw thrown;
          this.exports.setThrew!(1, 0);
          return 0;
        }
      };
    switch (name) {
      case 'progress': return (context: number, step: number, done: number) =>
        this.guard(() => this.progressed(this.contexts.get(context) as Job, this.text(step), done));
      case 'message': return (context: number, message: number) => this.guard(() => {
        const m = this.getStruct('message', message) as unknown as
          { severity: number; file: number; text: number };
        (this.contexts.get(context) as Job | undefined)?.message?.({
          severity: enums.severity[m.severity] ?? 'note', file: this.text(m.file), text: this.text(m.text) });
        return 0;
      });
      case 'begin': return (context: number, name: number) => this.guard(() => {
        (this.contexts.get(context) as Sinking).sink.begin(this.text(name));
        return 0;
      });
      case 'write': return (context: number, _file: number, data: number, size: number) => this.guard(() => {
        (this.contexts.get(context) as Sinking).sink.write(this.copy(data, size));
        return 0;
      });
      case 'end': return (context: number, _file: number, complete: number) => this.guard(() => {
        if (complete) (this.contexts.get(context) as Sinking).sink.end?.();
        return 0;
      });
      case 'commit': return () => 0;
      case 'discard': return () => undefined;
      case '_emscripten_throw_longjmp': case 'emscripten_longjmp':
        return () => { throw Infinity; };
      case 'setTempRet0': return (value: number) => { this.returned = value; };
      case 'getTempRet0': return () => this.returned;
      case 'emscripten_notify_memory_growth': return () => undefined;
      case 'environ_sizes_get': return (count: number, size: number) => {
        this.view().setUint32(count, 0, true);
        this.view().setUint32(size, 0, true);
        return 0;
      };
      case 'environ_get': return () => 0;
      case 'clock_time_get': return (_id: number, _precision: bigint, out: number) => {
        this.view().setBigUint64(out, BigInt(Date.now()) * 1000000n, true);
        return 0;
      };
      case 'proc_exit': case 'abort': return () => { throw new Error('scree: aborted'); };
      default: return name.startsWith('__syscall_') ? () => -nosys : () => nosys;
    }
  }

  // Exceptions must not pass through the module: they end the call, and leave from there.
  private guard(run: () => number): number {
    try {
      return run();
    } catch (thrown) {
      this.fault ??= thrown;
      return 1;
    }
  }

  private progressed(job: Job | undefined, step: string, done: number): number {
    if (this.fault !== undefined || job?.signal?.aborted) return 1;
    return job?.progress?.(step, done) === false ? 1 : 0;
  }

  private readShapes(): void {
    const view = this.view();
    const word = (at: number) => view.getUint32(at, true);
    for (let at = this.call('scree_wasm_shapes'); word(at) !== 0; at += 16) {
      const members = new Map<string, Member>();
      for (let m = word(at + 12); word(m) !== 0; m += 16)
        members.set(this.text(word(m)), { offset: word(m + 4), bytes: word(m + 8),
          kind: String.fromCharCode(view.getUint8(m + 12)) });
      this.shapes.set(this.text(word(at)), { bytes: word(at + 4), start: word(at + 8), members });
    }
  }

  // ---- memory: views are made anew, as growing makes earlier ones empty ----

  view(): DataView {
    return new DataView(this.memory.buffer);
  }
  /** A view of the module's memory; gone with the next call. */
  look(at: number, size: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, at, size);
  }
  copy(at: number, size: number): Uint8Array {
    return this.look(at >>> 0, size >>> 0).slice();
  }
  text(at: number): string {
    if (at === 0) return '';
    const bytes = new Uint8Array(this.memory.buffer, at >>> 0);
    return decoder.decode(bytes.subarray(0, bytes.indexOf(0)));
  }
  alloc(size: number): number {
    const at = size > 0xffffffff ? 0 : this.exports.malloc!(Math.max(size, 1)) >>> 0;
    if (at === 0) throw new ScreeError('no memory', 'memory ran out');
    return at;
  }
  free(at: number): void {
    this.exports.free!(at);
  }
  call(name: string, ...args: (number | bigint)[]): number {
    return this.exports[name]!(...args);
  }

  // ---- structs ----

  getStruct(type: string, at: number): Values {
    const out: Values = {}, view = this.view();
    for (const [name, { offset, bytes, kind }] of this.shapes.get(type)!.members) {
      const from = at + offset;
      if (kind === 'c') {
        out[camel(name)] = this.text(from);
        continue;
      }
      const size = sizeOf(kind), values: number[] = [];
      for (let i = 0; i < bytes; i += size)
        values.push(kind === 'b' ? view.getUint8(from + i) : kind === 'd' ? view.getFloat64(from + i, true)
          : kind === 'U' ? Number(view.getBigUint64(from + i, true))
          : kind === 'i' ? view.getInt32(from + i, true) : view.getUint32(from + i, true));
      out[camel(name)] = values.length === 1 ? values[0] : values;
    }
    return out;
  }

  setStruct(type: string, at: number, values: object): void {
    const { members } = this.shapes.get(type)!;
    for (const [name, value] of Object.entries(values) as [string, unknown][]) {
      if (value === undefined) continue;
      const member = members.get(snake(name));
      if (member === undefined || (name === 'size' && type !== 'source'))
        throw new ScreeError('bad argument', `there is no option ${name}`, name);
      const list = Array.isArray(value) ? value : [value];
      const size = sizeOf(member.kind);
      if (list.length * size !== member.bytes)
        throw new ScreeError('bad argument', `${name}: expected ${member.bytes / size} numbers`, name);
      const view = this.view();
      list.forEach((item: unknown, i) => {
        const number = Number(item), to = at + member.offset + i * size;
        const big = typeof item === 'bigint' && member.kind === 'U';
        if (!(typeof item === 'number' || typeof item === 'boolean' || big) || Number.isNaN(number) ||
            (member.kind !== 'd' && !Number.isInteger(number)))
          throw new ScreeError('bad argument', `${name}: expected a ${member.kind === 'd' ? '' : 'whole '}number`, name);
        if (member.kind === 'b') view.setUint8(to, number === 0 ? 0 : 1);
        else if (member.kind === 'd') view.setFloat64(to, number, true);
        else if (member.kind === 'U') {
          const whole = big ? item : BigInt(number); // Number() would round
          if (whole < 0n || whole >= 2n ** 64n)
            throw new ScreeError('bad argument', `${name}: ${whole} is out of range`, name);
          view.setBigUint64(to, whole, true);
        } else if (number < (member.kind === 'i' ? -(2 ** 31) : 0) || number >= 2 ** 32)
          throw new ScreeError('bad argument', `${name}: ${number} is out of range`, name);
        else view.setUint32(to, number >>> 0, true);
      });
    }
  }

  /** Runs with memory that is freed afterwards. */
  within<T>(run: (scope: Scope) => T): T {
    const scope = new Scope(this);
    try {
      return run(scope);
    } finally {
      scope.end();
    }
  }

  register(context: Job | Sinking): number {
    this.contexts.set(++this.lastContext, context);
    return this.lastContext;
  }
  forget(context: number): void {
    this.contexts.delete(context);
  }
  shape(type: string): Shape {
    return this.shapes.get(type)!;
  }
  takeFault(): unknown {
    const fault = this.fault;
    this.fault = undefined;
    return fault;
  }
}

function numberOf(name: string, word: string, among: readonly string[]): number {
  if (!among.includes(word)) throw new ScreeError('bad argument', `${name}: '${word}' is not one of ${among.join(', ')}`, name);
  return among.indexOf(word);
}

/** Memory, contexts and the error of one call. */
export class Scope {
  private readonly blocks: number[] = [];
  private readonly contexts: number[] = [];
  private readonly held: [string, number][] = [];
  readonly error: number;
  constructor(private readonly instance: Instance) {
    this.error = this.make('error');
  }
  alloc(size: number): number {
    const at = this.instance.alloc(size);
    this.blocks.push(at);
    return at;
  }
  /** A struct with its initial values. */
  make(type: string, values?: object): number {
    const { bytes, start } = this.instance.shape(type);
    const at = this.alloc(bytes);
    this.instance.look(at, bytes).set(this.instance.look(start, bytes));
    if (values !== undefined) this.put(type, at, values);
    return at;
  }
  /** Members as programs write them: words of an enum, lists of some, texts, sources; a number that need not be there
   *  (has_NAME) is there if it is given. */
  private put(type: string, at: number, values: object): void {
    const { members } = this.instance.shape(type), plain: Values = {};
    for (const [name, value] of Object.entries(values) as [string, unknown][]) {
      if (value === undefined) continue;
      const member = members.get(snake(name)), among = words[type]?.[name], some = bits[type]?.[name];
      const flag = 'has_' + snake(name).replace(/_(m|deg)$/, '');
      if (members.has(flag)) plain[camel(flag)] = true;
      if (among !== undefined && typeof value === 'string') plain[name] = numberOf(name, value, among);
      else if (some !== undefined && Array.isArray(value))
        plain[name] = [...new Set(value as string[])].reduce((sum, one) => sum + 2 ** numberOf(name, one, some), 0);
      else if (member?.kind === 's')
        this.source(value as string | Uint8Array, typeof value === 'string' ? `${name}.json` : name, at + member.offset);
      else if (member?.kind === 'p' && Array.isArray(value)) {
        const texts = value as (string | null)[], list = this.alloc(4 * texts.length + 4), count = snake(name) + '_count';
        texts.forEach((text, i) => this.instance.view().setUint32(list + 4 * i, text === null ? 0 : this.text(text), true));
        plain[name] = list;
        if (members.has(count)) plain[camel(count)] = texts.length;
      } else plain[name] = member?.kind === 't' && typeof value === 'string' ? this.text(value) : value;
    }
    this.instance.setStruct(type, at, plain);
  }
  text(text: string): number {
    const bytes = encoder.encode(text), at = this.alloc(bytes.length + 1);
    this.instance.look(at, bytes.length).set(bytes);
    this.instance.look(at + bytes.length, 1)[0] = 0;
    return at;
  }
  /** A struct scree_source, in place of the one at `at` if there is one. */
  source(bytes: Uint8Array | string, name: string, at = this.make('source')): number {
    const all = typeof bytes === 'string' ? encoder.encode(bytes) : bytes;
    const data = this.alloc(all.length);
    this.instance.look(data, all.length).set(all);
    this.instance.setStruct('source', at, { name: this.text(name), data, size: all.length });
    return at;
  }
  job(job: Job | undefined): number {
    const at = this.make('job');
    this.instance.call('scree_wasm_job', at, this.context(job ?? {}));
    return at;
  }
  context(of: Job | Sinking): number {
    const context = this.instance.register(of);
    this.contexts.push(context);
    return context;
  }
  /** A call that can fail: its last argument is the error. */
  check(name: string, ...args: (number | bigint)[]): void {
    const code = this.instance.call(name, ...args, this.error);
    const fault = this.instance.takeFault();
    if (code === 0 && fault === undefined) return;
    if (fault !== undefined) throw fault;
    const e = this.instance.getStruct('error', this.error) as unknown as
      { offset: number; file: string; field: string; text: string };
    throw new ScreeError(codes[code - 1] ?? 'no memory', e.text || codes[code - 1] || 'failed', camel(e.field), e.file,
      e.offset < 2 ** 53 ? e.offset : undefined);
  }
  /** A call that makes something: its address. */
  open(name: string, ...args: (number | bigint)[]): number {
    const out = this.alloc(4);
    this.check(name, out, ...args);
    return this.instance.view().getUint32(out, true);
  }
  /** A call that makes bytes. */
  bytes(name: string, ...args: (number | bigint)[]): Uint8Array {
    const out = this.make('bytes');
    this.check(name, out, ...args);
    return this.take(out);
  }
  /** What a struct scree_bytes holds, which is freed. */
  take(out: number): Uint8Array {
    const { data, size } = this.instance.getStruct('bytes', out) as { data: number; size: number };
    const copied = this.instance.copy(data, size);
    this.instance.call('scree_bytes_free', out);
    return copied;
  }
  /** The document that tells of something: a call that makes bytes in a form. */
  document(name: string, of: number, job: number): unknown {
    const out = this.make('bytes');
    this.check(name, of, out, enums.form.indexOf('json'), job);
    return JSON.parse(decoder.decode(this.take(out)));
  }
  /** Something for as long as the scope: its address. */
  hold(freeing: string, at: number): number {
    this.held.push([freeing, at]);
    return at;
  }
  end(): void {
    for (const [freeing, at] of this.held.reverse()) this.instance.call(freeing, at);
    for (const at of this.blocks) this.instance.free(at);
    for (const context of this.contexts) this.instance.forget(context);
  }
}
