// What the program says of its commands and options, for forms: the text of scree help --json, of the
// program that the page has.
import { readFileSync } from 'node:fs';

const built = new URL('../build/wasm/wasm/', import.meta.url);

export async function options() {
  globalThis.self ??= { location: { href: '' } }; // which its loader asks for
  const { default: make } = await import(new URL('scree_program.mjs', built));
  const said = [];
  const program = await make({
    stdout: (byte) => said.push(byte),
    instantiateWasm(imports, received) {
      const module = new WebAssembly.Module(readFileSync(new URL('scree_program.wasm', built)));
      const instance = new WebAssembly.Instance(module, imports);
      received(instance);
      return instance.exports;
    },
  });
  const code = program.callMain(['help', '--json']);
  if (code !== 0) throw new Error(`scree help --json ended with ${code}`);
  return Buffer.from(said).toString();
}
