// The page as `scree studio` serves it: its files are open, and saving writes into the file. Needs a
// program that can serve.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { launch, root, studio } from './page.mjs';

const program = process.env.SCREE_NATIVE ?? join(root, 'build/release/cli/scree');

test('scree studio opens its files in the page and saves into the map', async (context) => {
  const work = mkdtempSync(join(tmpdir(), 'scree-served-'));
  for (const name of ['island.ter', 'island.srf']) copyFileSync(join(root, 'examples', name), join(work, name));
  const map = join(work, 'island.srf'), before = readFileSync(map);
  const run = spawn(program, ['studio', 'island.ter', 'island.srf', '--page', studio, '--no-browser'], { cwd: work });
  let url = '', said = '';
  run.stdout.on('data', (text) => { url += text; });
  run.stderr.on('data', (text) => { said += text; });
  const ended = once(run, 'exit');
  const browser = await launch();
  try {
    while (!url.includes('\n')) {
      if (run.exitCode !== null) return /cannot serve/.test(said) ? context.skip('this build cannot serve') : assert.fail(said);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 720 }, locale: 'en-GB' })).newPage();
    const asked = [], faults = [];
    page.on('request', (request) => { if (!/^(blob|data):/.test(request.url())) asked.push(request.url()); });
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(url.trim());
    await page.waitForSelector('html[data-ready=yes]', { timeout: 60000 });
    await page.waitForFunction(() => document.body.innerText.includes('Grass'));

    // Unchanged: the same bytes. Then over somebody's change, which is asked about.
    await page.keyboard.press('Control+s');
    await page.waitForFunction(() => document.body.innerText.includes('island.srf saved'));
    assert.ok(readFileSync(map).equals(before));
    const other = Buffer.from(before.toString('latin1').replace('Grass', 'Green'), 'latin1');
    writeFileSync(map, other);
    let question = '';
    page.once('dialog', (dialog) => { question = dialog.message(); void dialog.dismiss(); });
    await page.keyboard.press('Control+s');
    while (question === '') await new Promise((resolve) => setTimeout(resolve, 50));
    assert.match(question, /island\.srf was changed by others/);
    assert.ok(readFileSync(map).equals(other));
    page.once('dialog', (dialog) => void dialog.accept());
    await page.keyboard.press('Control+s');
    while (!readFileSync(map).equals(before)) await new Promise((resolve) => setTimeout(resolve, 50));

    assert.ok(asked.length >= 4 && asked.every((address) => address.startsWith(url.trim())), asked.join('\n'));
    assert.deepEqual(faults, []);
  } finally {
    await browser.close();
    run.kill('SIGINT');
    await ended;
    rmSync(work, { recursive: true });
  }
});
