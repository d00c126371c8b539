// build.mjs [OUT]: the studio as one HTML file: scripts, styles, workers, and the library as deflated
// WebAssembly. Equal inputs give equal bytes.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { deflateSync } from 'fflate'; // its bytes do not depend on the version of node
import { licences, options } from './options.mjs';

const here = dirname(fileURLToPath(import.meta.url)), root = join(here, '..');
const out = process.argv[2] ?? join(root, 'build/studio/scree-studio.html');

async function bundle(entry, format) {
  const { outputFiles } = await build({
    entryPoints: [join(here, 'src', entry)], bundle: true, write: false, format, minify: true, charset: 'utf8',
    target: 'es2022', legalComments: 'none', jsx: 'automatic', jsxImportSource: 'preact', outdir: here,
    define: { 'import.meta.url': '""' }, logOverride: { 'empty-import-meta': 'silent' },
  });
  const text = (end) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? '';
  return { script: text('.js'), style: text('.css') };
}

const page = await bundle('main.tsx', 'iife');
const said = await options();
// Parts that the page unpacks when it needs them, deflated, in base64.
const parts = {
  library: readFileSync(join(root, 'build/wasm/wasm/scree_library.wasm')),
  worker: Buffer.from((await bundle('worker.ts', 'iife')).script),
  program: readFileSync(join(root, 'build/wasm/wasm/scree_program.wasm')),
  programWorker: Buffer.from((await bundle('program.worker.ts', 'iife')).script),
  options: Buffer.from(said),
  licences: Buffer.from(await licences()),
  island: readFileSync(join(root, 'examples/island.ter')),
  surface: readFileSync(join(root, 'examples/island.srf')),
  hero: readFileSync(join(here, 'hero.webp')),
};
// The page's own script is one of the parts: a few lines unpack it, and the policy knows it by its digest.
const START = `(async () => {
  const packed = Uint8Array.from(atob(document.getElementById('part-main').textContent), (letter) => letter.charCodeAt(0));
  const main = document.createElement('script');
  main.textContent = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text();
  document.body.append(main);
})().catch(() => { document.getElementById('app').textContent = 'This browser cannot run the studio: use a current Chromium, Chrome, Edge or Firefox.'; });`;
const sha256 = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const { script, style } = page;
parts.main = Buffer.from(script);
const policy = ["default-src 'none'", `script-src ${sha256(START)} ${sha256(script)} 'wasm-unsafe-eval'`, `style-src ${sha256(style)}`,
  'worker-src blob:', 'img-src blob: data:', "connect-src 'self'", "base-uri 'none'", "form-action 'none'"].join('; ');
const html = readFileSync(join(here, 'page.html'), 'utf8')
  .replace('{{policy}}', () => policy)
  .replace('{{version}}', () => JSON.parse(said).version)
  .replace('{{style}}', () => style)
  .replace('{{parts}}', () => Object.entries(parts).map(([name, bytes]) =>
    `<script type="application/octet-stream" id="part-${name}">${Buffer.from(deflateSync(bytes, { level: 9, mem: 12 })).toString('base64')}</script>`).join('\n'))
  .replace('{{script}}', () => START);
mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, html);
console.log(`${out}: ${html.length} bytes`);
