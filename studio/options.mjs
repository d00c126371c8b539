// What the program that the page has says of itself: its commands and options, for forms (scree help
// --json), and the notices of all that is linked into it (scree --licenses).
import { readFileSync } from 'node:fs';

const built = new URL('../build/wasm/wasm/', import.meta.url);

async function say(...args) {
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
  const code = program.callMain(args);
  if (code !== 0) throw new Error(`scree ${args.join(' ')} ended with ${code}`);
  return Buffer.from(said).toString();
}
export const options = () => say('help', '--json');
/** With those of what the page itself is made of. */
export async function licences() {
  const own = ['preact', 'preact-signals', 'three', 'fflate'];
  const texts = own.map((name) => readFileSync(new URL(`../packaging/licenses/${name}.txt`, import.meta.url), 'utf8'));
  return [await say('--licenses'), ...texts].join(`\n${'-'.repeat(78)}\n\n`);
}
