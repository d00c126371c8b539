// What tests run: the sources as bundles below build/studio/test, made anew.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { build } from 'esbuild';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const out = join(root, 'build/studio/test');

/** Bundles a module of studio/src, or of wasm/src by a path; returns where it is. */
export async function bundle(name, options = {}) {
  const outfile = join(out, `${name.replace(/.*\//, '').replace(/\.ts$/, '')}.mjs`);
  await build({ entryPoints: [join(root, 'studio/src', name)], bundle: true, outfile, format: 'esm',
    target: 'es2022', logLevel: 'warning', ...options });
  return outfile;
}

/** A worker's script as text, for a blob or for node. */
export async function script(name) {
  return readFileSync(await bundle(name, { format: 'iife' }), 'utf8');
}
