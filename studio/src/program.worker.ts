/**
 * The worker of Program: one run of the program in a file system in memory, and no second one. In a
 * browser a classic or module worker, in node a thread of node:worker_threads.
 */
import make from '../../build/wasm/wasm/scree_program.mjs';
import type { FileSystem } from '../../build/wasm/wasm/scree_program.mjs';
import { Talk } from './program_talk';

export interface Request {
  module: WebAssembly.Module;
  args: string[];
  /** Paths with '/' below the working folder. The buffers become the worker's. */
  files: [string, Uint8Array][];
}
export type Answer =
  | { progress: number; step: string }
  | { severity: 'note' | 'warning'; text: string }
  | { code: number; stdout: string; stderr: string; error: string; files: [string, Uint8Array][] }
  | { failed: string };

const FOLDER = '/work';

/** Bytes as they come from a device, one by one. */
class Bytes {
  private bytes = new Uint8Array(1024);
  private size = 0;
  put(byte: number): void {
    if (this.size === this.bytes.length) {
      const grown = new Uint8Array(this.size * 2);
      grown.set(this.bytes);
      this.bytes = grown;
    }
    this.bytes[this.size++] = byte;
  }
  text(): string {
    return new TextDecoder().decode(this.bytes.subarray(0, this.size));
  }
}

function put(fs: FileSystem, name: string, bytes: Uint8Array): void {
  const path = `${FOLDER}/${name}`;
  fs.mkdirTree(path.slice(0, path.lastIndexOf('/')));
  fs.writeFile(path, bytes, { canOwn: true });
  fs.utime(path, 0, 0); // so what is written later is known by its time
}

/** Takes the files that the program made or changed. */
function take(fs: FileSystem, folder: string, into: [string, Uint8Array][]): void {
  for (const name of fs.readdir(folder)) {
    if (name === '.' || name === '..') continue;
    const path = `${folder}/${name}`, { mode, mtime } = fs.stat(path);
    if (fs.isDir(mode)) {
      take(fs, path, into);
    } else if (fs.isFile(mode) && mtime.getTime() !== 0) {
      const { contents, usedBytes } = fs.lookupPath(path).node;
      into.push([path.slice(FOLDER.length + 1), Uint8Array.from(contents.slice(0, usedBytes))]);
      fs.unlink(path);
    }
  }
}

async function run(request: Request, post: (answer: Answer, transfer?: ArrayBuffer[]) => void): Promise<void> {
  const stdout = new Bytes();
  const talk = new Talk((progress, step) => post({ progress, step }), (severity, text) => post({ severity, text }));
  const program = await make({
    thisProgram: 'scree',
    stdin: () => null,
    stdout: (byte: number) => stdout.put(byte),
    stderr: (byte: number) => talk.put(byte),
    preRun: [(loading: { ENV: { [name: string]: string } }) =>
      Object.assign(loading.ENV, { TERM: 'xterm', NO_COLOR: '1' })], // it shows its progress, without colours
    instantiateWasm(imports: WebAssembly.Imports, received: (instance: WebAssembly.Instance) => void): object {
      const instance = new WebAssembly.Instance(request.module, imports);
      received(instance);
      return instance.exports;
    },
  });
  const { FS } = program;
  FS.mkdirTree(FOLDER);
  for (const [name, bytes] of request.files) put(FS, name, bytes);
  FS.chdir(FOLDER);
  FS.getStream(2).tty = {};
  const code = program.callMain(request.args);
  const files: [string, Uint8Array][] = [];
  take(FS, FOLDER, files);
  const { stderr, error } = talk.end(code);
  post({ code, stdout: stdout.text(), stderr, error, files }, files.map(([, bytes]) => bytes.buffer as ArrayBuffer));
}

interface Port {
  postMessage(value: unknown, transfer?: readonly ArrayBuffer[]): void;
  on(name: 'message', run: (value: Request) => void): void;
}
const scope = globalThis as unknown as {
  WorkerGlobalScope?: unknown; self?: unknown; onmessage: unknown;
  postMessage(value: unknown, transfer: ArrayBuffer[]): void;
};
async function answer(request: Request, post: (answer: Answer, transfer?: ArrayBuffer[]) => void): Promise<void> {
  try {
    await run(request, post);
  } catch (thrown) {
    post({ failed: thrown instanceof Error ? thrown.message : String(thrown) });
  }
}
if (scope.WorkerGlobalScope !== undefined) {
  scope.onmessage = (event: { data: Request }) =>
    void answer(event.data, (value, transfer) => scope.postMessage(value, transfer ?? []));
} else {
  scope.self ??= { location: { href: '' } }; // which the loader asks for
  const name = 'node:worker_threads'; // not for bundlers
  void import(/* @vite-ignore */ name).then(({ parentPort }: { parentPort: Port | null }) =>
    parentPort?.on('message', (request) =>
      void answer(request, (value, transfer) => parentPort.postMessage(value, transfer ?? []))));
}
