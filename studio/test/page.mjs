// The studio in Chromium, opened from the disk: what the tests and the measurements share.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
export const studio = process.env.SCREE_STUDIO ?? join(root, 'build/studio/scree-studio.html');
const found = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  .find((path) => path !== undefined && existsSync(path));

export async function launch() {
  if (found === undefined) throw new Error('Chromium is not installed: apt-get install chromium');
  return chromium.launch({ executablePath: found, args: ['--no-sandbox', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'] });
}
/** A page of the studio. `requests` are those that left the page, `faults` what went wrong in it. */
export async function open(browser, { path = studio, query = '', hash = '', width = 1280, height = 720, ...options } = {}) {
  const context = options.context ?? await browser.newContext({ viewport: { width, height }, acceptDownloads: true, locale: 'en-GB', colorScheme: 'dark', ...options });
  const page = await context.newPage();
  const requests = [], faults = [];
  const url = pathToFileURL(path).href + query + hash;
  page.on('request', (request) => { if (!/^(blob|data):/.test(request.url()) && request.url() !== url) requests.push(request.url()); });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => { if (message.type() === 'error') faults.push(message.text()); });
  await page.goto(url);
  await page.waitForSelector('html[data-ready=yes]', { timeout: 30000 });
  return { page, context, requests, faults };
}
/** Drops files, [name, bytes] each, on the page. */
export async function drop(page, ...files) {
  const list = files.map(([name, bytes]) => ({ name, text: Buffer.from(bytes).toString('base64') }));
  const transfer = await page.evaluateHandle((given) => {
    const to = new DataTransfer();
    for (const { name, text } of given) to.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], name));
    return to;
  }, list);
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}
export const picture = (page) => page.evaluate(() => Number(document.documentElement.dataset.picture ?? 0));
/** Waits for a picture after number `after`, and until nothing more is on its way. */
export async function shown(page, after) {
  await page.waitForFunction((n) => Number(document.documentElement.dataset.picture ?? 0) > n, after, { timeout: 30000 });
}
/** The middle of the map's canvas as pixels, in one number: it differs when the picture does. */
export const sight = (page) => page.evaluate(() => {
  const canvas = document.getElementById('map-canvas'), pen = canvas.getContext('2d');
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
  let hash = 0;
  for (let i = 0; i < data.length; i++) hash = (Math.imul(hash, 31) + data[i]) | 0;
  return hash;
});
export const read = (name) => readFileSync(join(root, 'examples', name));
/** A page with the island, its own map and a picture of it. */
export async function openIsland(browser, options) {
  const opened = await open(browser, options);
  await drop(opened.page, ['island.ter', read('island.ter')], ['island.srf', read('island.srf')]);
  await shown(opened.page, 0);
  await opened.page.waitForSelector('[role=treeitem][data-name="Snow"]');
  return opened;
}
/** Fills what the form of a terrain without a scale asks for. */
export async function scale(page, cell = '2,5', high = '300') {
  await page.getByLabel('Metres from point to point').fill(cell);
  await page.getByLabel(/^Black/).fill('0');
  await page.getByLabel(/^White/).fill(high);
}
export const choose = (page, name) => page.click(`[role=treeitem][data-name="${name}"] .tree-name`);
export const valueOf = async (slider) => Number(await slider.getAttribute('aria-valuenow'));
/** Does something and waits for the picture that answers it. */
export async function seen(page, run) {
  const from = await picture(page);
  await run();
  await shown(page, from);
}
