// The program of this system, which tests compare with: SCREE_NATIVE, or that in build/release.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './bundle.mjs';

const native = process.env.SCREE_NATIVE ?? join(root, 'build/release/cli/scree');
const filesBelow = (folder, prefix = '') => readdirSync(folder).flatMap((name) =>
  statSync(join(folder, name)).isDirectory() ? filesBelow(join(folder, name), `${prefix}${name}/`) : [prefix + name]);

/** Runs it over files in a folder of their own: what Program.run() answers. */
export function natively(args, files = new Map()) {
  const folder = mkdtempSync(join(tmpdir(), 'scree-studio-'));
  try {
    for (const [name, bytes] of files) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), bytes);
    }
    const { status, stdout, stderr } = spawnSync(native, args, { cwd: folder, encoding: 'utf8', input: '', maxBuffer: 2 ** 28 });
    const made = filesBelow(folder).map((name) => [name, new Uint8Array(readFileSync(join(folder, name)))])
      .filter(([name, bytes]) => !files.has(name) || Buffer.compare(files.get(name), bytes) !== 0);
    return { code: status, stdout, stderr, files: new Map(made) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const read = (name) => new Uint8Array(readFileSync(join(root, name)));
export const island = new Map([['island.ter', read('examples/island.ter')], ['island.srf', read('examples/island.srf')]]);
