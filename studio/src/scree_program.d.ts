// What wasm/CMakeLists.txt links as scree_program.mjs: emscripten's loader of the program.
declare module '*/scree_program.mjs' {
  interface Stream { tty?: unknown }
  interface Stat { mode: number; mtime: Date }
  interface Node { contents: Uint8Array | number[]; usedBytes: number }
  export interface FileSystem {
    mkdirTree(path: string): void;
    chdir(path: string): void;
    writeFile(path: string, data: Uint8Array, options: { canOwn: boolean }): void;
    utime(path: string, read: number, written: number): void;
    readdir(path: string): string[];
    stat(path: string): Stat;
    isDir(mode: number): boolean;
    isFile(mode: number): boolean;
    lookupPath(path: string): { node: Node };
    unlink(path: string): void;
    getStream(file: number): Stream;
  }
  export interface Loaded {
    FS: FileSystem;
    callMain(args: string[]): number;
  }
  const make: (options: object) => Promise<Loaded>;
  export default make;
}
