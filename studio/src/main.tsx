/** Starts the page: unpacks the library, makes the workers, shows what there is. */
import type { WorkerLike } from '../../wasm/src/asking';
import { effect } from '@preact/signals';
import { render } from 'preact';
import { Engine } from './engine';
import { part } from './parts';
import { follow, openLink, openServed, recent, refuse, resume, startEngine, theme, waiting } from './store';
import { language, t } from './text';
import { App } from './ui/app';
import './style.css';

const asked = Number(new URLSearchParams(location.search).get('workers'));
/** Workers that share rows: one for each processor, and never more than eight. */
const count = asked >= 1 ? Math.min(8, Math.floor(asked)) : Math.max(1, Math.min(8, navigator.hardwareConcurrency || 2));

effect(() => {
  document.documentElement.lang = language.value;
  document.documentElement.dataset['theme'] = theme.value;
});
render(<App />, document.getElementById('app')!);
follow();
void (async () => {
  try {
    const [library, script] = await Promise.all([part('library'), part('worker')]);
    const module = await WebAssembly.compile(library);
    const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    await startEngine(await Engine.start(module, () => new Worker(url) as unknown as WorkerLike, count));
    const given = await openServed();
    if (location.hash.length > 1) await openLink(location.hash);
    // The last work comes back as it was left; after a page that fell over it, its button does that.
    const fell = sessionStorage.getItem('resuming') !== null;
    const [newest] = recent.value;
    if (!given && newest !== undefined && waiting.value === undefined && !fell) {
      sessionStorage.setItem('resuming', 'yes');
      await resume(newest.key);
    }
    sessionStorage.removeItem('resuming');
    document.documentElement.dataset['ready'] = 'yes';
  } catch (thrown) {
    refuse(new Error(t('unusable', thrown instanceof Error ? thrown.message : String(thrown))));
  }
})();
