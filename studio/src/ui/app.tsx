/** The page: a bar on top, layers on the left, the map in the middle, rules on the right. */
import { useEffect, useRef, useState } from 'preact/hooks';
import {
  asking, at, busy, cancelOpening, canRedo, canUndo, compared, copyLink, dialog, doc, home, docName, engine, forgetRecent, ground, isCurrent, masksOf, mode, muted, openFiles, openLink, openTerrain, recent, opening, overlay, picking, placing, question, redo, removeLayer, resume, said, save, saveHere, savePicture,
  selected, steps, step, theme, toggleMute, toggleSolo, undo, waiting, showStart, starting,
} from '../store';
import { part } from '../parts';
import { end, painting, setSize, sizeM, togglePainting, toggleWay } from '../strokes';
import { language, languages, number, t, tell } from '../text';
import type { Language } from '../text';
import { Button, Choice, Dialog } from './controls';
import { Export } from './export';
import { dropPainting, Fit } from './fit';
import { Layers } from './layers';
import { MapView, Overlays, stepName } from './map';
import { Place } from './place';
import { Roads } from './roads';
import { Rules } from './rules';
import { Scale } from './scale';
import { Styles } from './styles';
import { View3d } from './view3d';
import { Findings, Why } from './why';

/** Of the picture, in texels. */
const HERO = [960, 320] as const;

function ask(): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.onchange = () => void openFiles([...(input.files ?? [])]);
  input.click();
}
async function island(): Promise<void> {
  const map = waiting.value === undefined ? [new File([await part('surface')], 'island.srf')] : [];
  await openTerrain(await part('island'), 'island.ter', {}, map);
}

/** What the studio makes: a picture out of the page's own file. */
function Hero() {
  const [url, setUrl] = useState('');
  useEffect(() => { void part('hero').then((bytes) => setUrl(URL.createObjectURL(new Blob([bytes], { type: 'image/webp' })))); }, []);
  return <img class="hero" src={url === '' ? undefined : url} alt={t('startPicture')} width={HERO[0]} height={HERO[1]} />;
}

function Recents() {
  if (recent.value.length === 0) return null;
  const time = (saved: number) => new Date(saved).toLocaleString(language.value, { dateStyle: 'short', timeStyle: 'short' });
  return (
    <section class="recent" aria-label={t('recent')}>
      <h2>{t('recent')}</h2>
      <ul>{recent.value.map(({ key, terrain, map, saved }) => (
        <li key={key}><button type="button" class="recent-open" onClick={() => void resume(key)} disabled={engine.value === undefined}><b>{terrain}</b><span>{map}</span><time title={t('recentSaved', time(saved))}>{time(saved)}</time></button>
          <Button icon="close" label={t('forget', terrain)} onClick={() => void forgetRecent(key)} /></li>))}</ul>
    </section>
  );
}

function Start() {
  const now = ground.value;
  return (
    <main class="start">
      <div class="start-head"><Hero /><div><h1>{t('title')}</h1><p>{t('startText')}</p></div></div>
      <div class="start-body">
        <div class="drop-box">
          {waiting.value !== undefined && <p class="sentence" role="status">{t('mapWaits', waiting.value.name)}</p>}
          <p class="drop-here">{t('dropHere')}</p><p>{t('dropMore')}</p><p class="hint">{t('dropKinds')}</p>
          <div class="start-buttons"><button type="button" class="button primary" onClick={ask} disabled={engine.value === undefined}><span>{t('openFiles')}</span></button>
            <button type="button" class="button" onClick={() => void island()} disabled={engine.value === undefined} id="try-island"><span>{t('tryIsland')}</span></button>
            {now !== undefined && <button type="button" class="button" id="back" onClick={() => { starting.value = false; }}><span>{t('backTo', now.name)}</span></button>}</div>
        </div>
        <Recents />
      </div>
      <p class="hint start-foot"><span>{t('private')}</span><span>{t('version', document.documentElement.dataset['version'] ?? '')}</span>
        <Choice label={t('language')} value={language.value} onChange={(value: Language) => { language.value = value; }} options={Object.entries(languages) as [Language, string][]} /></p>
    </main>
  );
}

function SaveMenu() {
  const box = useRef<HTMLDetailsElement>(null);
  const item = (label: string, run: () => void) => <button type="button" role="menuitem" onClick={() => { box.current!.open = false; run(); }}>{label}</button>;
  return (
    <details class="menu" ref={box} onBlur={(event) => { if (!event.currentTarget.contains(event.relatedTarget as Node | null)) event.currentTarget.open = false; }}
      onKeyDown={(event) => { if (event.key === 'Escape') box.current!.open = false; }}>
      <summary class="button" role="button" aria-haspopup="menu"><span>{t('save')}</span></summary>
      <div class="menu-list" role="menu">
        {home.value !== undefined && item(t('saveInto', home.value), () => void saveHere())}
        {item(t('saveSrf'), () => void save('srf'))}{item(t(doc.value !== undefined && masksOf(doc.value).length > 0 ? 'saveZip' : 'saveText'), () => void save('text'))}
        {doc.value?.form === 'tgw' && item(t('saveTgw'), () => void save('tgw'))}
        {item(t('savePicture'), () => void savePicture())}
        {item(t('copyLink'), () => void copyLink())}{item(t('pasteLink'), () => { dialog.value = 'link'; })}
      </div>
    </details>
  );
}

function Bar() {
  const before = steps.value[at.value], after = steps.value[at.value + 1];
  return (
    <header class="bar-top">
      <h1 class="brand"><button type="button" title={t('startPage')} onClick={() => void showStart()}>scree</button></h1>
      <Button icon="open" label={t('openFiles')} onClick={ask}>{t('open')}</Button>
      <SaveMenu />
      <Button icon="export" label={t('export')} onClick={() => { dialog.value = 'export'; }}>{t('export')}</Button>
      <span class="gap" />
      <Button icon="undo" id="undo" label={canUndo.value ? t('undoOf', tell(before?.label ?? '')) : t('nothingToUndo')} onClick={undo} disabled={!canUndo.value} />
      <Button icon="redo" id="redo" label={canRedo.value ? t('redoOf', tell(after?.label ?? '')) : t('nothingToRedo')} onClick={redo} disabled={!canRedo.value} />
      <span class="gap" />
      <Button icon="palette" label={t('stylesTitle')} onClick={() => { dialog.value = 'styles'; }}>{t('styles')}</Button>
      <Button label={t('fitTitle')} id="fit" onClick={() => { dialog.value = 'fit'; }}>{t('fitFrom')}</Button>
      <Choice label={t('compareWith')} value={String(compared.value ?? '')} onChange={(value) => { compared.value = value === '' ? undefined : Number(value); }}
        options={[['', t('compareNone')], ...steps.value.map((one, i) => [String(i), stepName(one, i)] as const)]} />
      <span class="title-file" title={docName.value}>{ground.value?.name} · {docName.value}{canUndo.value ? ' •' : ''}</span>
      <div class="two" role="group" aria-label={`${t('map')} / ${t('view3d')}`}>
        <button type="button" class="button" aria-pressed={mode.value === 'map'} onClick={() => { mode.value = 'map'; }}>{t('map')}</button>
        <button type="button" class="button" aria-pressed={mode.value === '3d'} onClick={() => { mode.value = '3d'; }}>{t('view3d')}</button>
      </div>
      <Choice label={t('language')} value={language.value} onChange={(value: Language) => { language.value = value; }} options={Object.entries(languages) as [Language, string][]} />
      <Button icon="moon" label={`${t('theme')}: ${t(theme.value)}`} onClick={() => { theme.value = theme.value === 'system' ? 'dark' : theme.value === 'dark' ? 'light' : 'system'; }} />
      <Button icon="keys" label={t('keys')} onClick={() => { dialog.value = 'keys'; }} />
    </header>
  );
}

function Status() {
  const now = said.value, info = ground.value?.info, working = busy.value || (info !== undefined && !isCurrent.value);
  return (
    <footer class="status">
      <span class={`busy ${working ? 'on' : ''}`}>{working ? t('working') : info === undefined ? '' : t('shown')}</span>
      <span class={`said ${now?.kind ?? ''}`} role={now?.kind === 'error' ? 'alert' : 'status'} aria-live="polite" title={now?.text ?? ''}>{now?.text ?? ''}</span>
      {now !== undefined && <Button icon="close" label={t('close')} onClick={() => { said.value = undefined; }} />}
      {info !== undefined && <span class="terrain-info">{info.pointsX} × {info.pointsY} · {number(info.extentM[0] / 1000, 2)} × {number(info.extentM[1] / 1000, 2)} km · {number(info.altitudeM[0], 0)} – {number(info.altitudeM[1], 0)} m</span>}
    </footer>
  );
}

function Link() {
  const [text, setText] = useState('');
  return (
    <Dialog title={t('pasteLink')} onClose={() => { dialog.value = undefined; }}>
      <form onSubmit={(event) => { event.preventDefault(); void openLink(text); }}>
        <label class="field wide-field"><span>{t('linkAsk')}</span><textarea rows={5} value={text} onInput={(event) => setText(event.currentTarget.value)} /></label>
        <div class="dialog-foot"><button type="submit" class="button primary"><span>{t('openIt')}</span></button></div>
      </form>
    </Dialog>
  );
}

/** What somebody has to decide. */
function Question() {
  const one = question.value!;
  return (
    <Dialog title={tell(one.title)} onClose={() => one.give(undefined)}>
      <p>{tell(one.text)}</p>
      <div class="dialog-foot"><Button label={t('cancel')} onClick={() => one.give(undefined)}>{t('cancel')}</Button>
        {one.answers.map((words, i) => <button type="button" key={i} class="button primary" onClick={() => one.give(i)}><span>{tell(words)}</span></button>)}</div>
    </Dialog>
  );
}

/** A terrain on its way, which can be called off. */
function Opening() {
  const { name, done } = opening.value!, percent = done > 0 ? Math.round(done * 100) : undefined; // not every reader says how far it is
  return (
    <section class="opening" aria-label={t('opening', name)}>
      <p>{t('opening', name)}</p>
      <div class="progress" role="progressbar" aria-label={t('opening', name)} aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent}><span class={percent === undefined ? 'somewhere' : ''} style={{ width: `${percent ?? 30}%` }} /></div>
      <Button label={t('cancel')} onClick={cancelOpening}>{t('cancel')}</Button>
    </section>
  );
}

/** The notices of all that is in the page. */
function Licences() {
  const [text, setText] = useState('');
  useEffect(() => { void part('licences').then((bytes) => setText(new TextDecoder().decode(bytes))); }, []);
  return <Dialog title={t('licences')} onClose={() => { dialog.value = undefined; }} wide><pre class="licences" tabIndex={0}>{text}</pre></Dialog>;
}

function keys(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  const control = event.ctrlKey || event.metaKey, key = event.key.toLowerCase();
  // A choice, and a number that nobody has begun to type, have nothing of their own to undo.
  const field = target.closest('input:not([type=checkbox]):not([type=color]), textarea, select, dialog');
  if (field !== null && !(control && field.matches('select, .number:not(.typing)'))) return;
  const run = control
    ? { z: event.shiftKey ? redo : undo, y: redo, o: ask, s: () => void saveHere() }[key]
    : event.altKey ? undefined : {
      '1': () => { mode.value = 'map'; }, '2': () => { mode.value = '3d'; }, r: () => { overlay.value = overlay.value === 'reach' ? 'none' : 'reach'; }, w: () => { overlay.value = overlay.value === 'winner' ? 'none' : 'winner'; },
      o: () => { overlay.value = 'none'; }, m: () => toggleMute(selected.value), s: () => toggleSolo(selected.value), c: () => { compared.value = compared.value === undefined ? 0 : undefined; },
      l: () => document.querySelector<HTMLElement>('#layer-tree [aria-selected=true]')?.focus(), escape: () => { end(true); picking.value = undefined; painting.value = false; },
      b: () => { if (mode.value === 'map') togglePainting(); }, x: toggleWay, '[': () => setSize(sizeM.value / 1.25), ']': () => setSize(sizeM.value * 1.25), delete: removeLayer, '?': () => { dialog.value = 'keys'; },
    }[key];
  if (run === undefined || (ground.value === undefined && !(control && key === 'o'))) return;
  event.preventDefault();
  run();
}

export function App() {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const enter = (event: DragEvent) => {
      if (![...(event.dataTransfer?.types ?? [])].includes('Files')) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => { if (event.relatedTarget === null) setOver(false); };
    const drop = (event: DragEvent) => {
      setOver(false);
      if ((event.dataTransfer?.files.length ?? 0) === 0) return;
      event.preventDefault();
      if (dialog.value === 'fit') void dropPainting(event.dataTransfer!);
      else void openFiles([...event.dataTransfer!.files]);
    };
    addEventListener('dragover', enter);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    addEventListener('keydown', keys);
    return () => {
      removeEventListener('dragover', enter);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
      removeEventListener('keydown', keys);
    };
  }, []);
  void [muted.value, step.value];
  return (
    <div class="app">
      {ground.value === undefined || starting.value ? <Start /> : <>
        <Bar />
        <aside class="left" aria-label={t('layers')}><Layers /><Roads /><Findings /></aside>
        <main class="middle"><div class="middle-bar">{mode.value === 'map' && <Overlays />}</div>{mode.value === 'map' ? <MapView><Why /></MapView> : <View3d key={ground.value.id} />}</main>
        <aside class="right" aria-label={t('rules')}><Rules /></aside>
      </>}
      <Status />
      {over && <div class="drop-cover" aria-hidden="true"><p>{t('dropNow')}</p></div>}
      {opening.value !== undefined && <Opening />}
      {question.value !== undefined && <Question />}
      {asking.value !== undefined && <Scale key={asking.value.sentence + asking.value.name} />}
      {placing.value !== undefined && <Place key={placing.value.name} />}
      {dialog.value === 'styles' && <Styles />}
      {dialog.value === 'export' && <Export />}
      {dialog.value === 'fit' && <Fit />}
      {dialog.value === 'link' && <Link />}
      {dialog.value === 'keys' && <Dialog title={t('keys')} onClose={() => { dialog.value = undefined; }}><ul class="key-list">{t('keyList').split(' · ').map((one) => <li key={one}>{one}</li>)}</ul>
        <div class="dialog-foot"><Button label={t('licences')} onClick={() => { dialog.value = 'licences'; }}>{t('licences')}</Button></div></Dialog>}
      {dialog.value === 'licences' && <Licences />}
    </div>
  );
}
