/** The terrain of a BeamNG level in a zip, which the program reads as it does a level's folder. */
import { unzipSync } from 'fflate';
import { ScreeError } from '../../wasm/src/instance';
import { program } from './run';
import { t } from './text';

export interface Level { name: string; bytes: Uint8Array; said: string }
/** As a Terragen terrain, with what the program said of it. */
export async function levelOf(zip: Uint8Array, zipName: string): Promise<Level> {
  const refusal = (text: string) => new ScreeError('malformed', text, '', zipName);
  let entries;
  try {
    // What says how large the terrain is, and where; no pictures.
    entries = unzipSync(zip, { filter: ({ name }) => /\.(ter|json)$/i.test(name) && !/(^|\/)\.\.(\/|$)/.test(name) });
  } catch (thrown) {
    throw refusal(t('zipBad', thrown instanceof Error ? thrown.message : String(thrown)));
  }
  const names = Object.keys(entries), terrain = names.find((name) => /\.ter$/i.test(name));
  if (terrain === undefined) throw refusal(t('zipNoTerrain'));
  const folder = /^(?:.*\/)?levels\/[^/]+(?=\/)/.exec(terrain)?.[0] ?? terrain.replace(/\/?[^/]*$/, '');
  const files = new Map(names.filter((name) => name.startsWith(folder === '' ? '' : `${folder}/`))
    .map((name) => [`level/${name.slice(folder === '' ? 0 : folder.length + 1)}`, entries[name]!] as const));
  const name = `${(folder.split('/').at(-1) || zipName.replace(/\.zip$/i, '')).replace(/[^\w-]/g, '_')}.ter`;
  const ran = await (await program()).run(['convert', 'level', name], files);
  const bytes = ran.files.get(name);
  if (bytes === undefined) throw refusal(ran.error);
  return { name, bytes, said: ran.stderr.replace(/^scree: /gm, '').trim() };
}
