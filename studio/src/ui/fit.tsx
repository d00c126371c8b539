/** A map from what somebody painted: what to read, the options of scree fit, and how well the map agrees. */
import { useEffect } from 'preact/hooks';
import { complaints } from '../exporting';
import { cancelFit, choosePainting, fit, fitForm, fitRun, fitted, painting, readFitForm } from '../fitting';
import type { Fitted } from '../fitting';
import { dialog, ground, refuse } from '../store';
import { number, t } from '../text';
import { hexOf } from '../units';
import { Dialog } from './controls';
import { Fields, Progress, Without } from './export';

const take = (chosen: { path: string; file: File }[]) => void choosePainting(chosen).catch((thrown: unknown) => refuse(thrown));

function ask(folder: boolean): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.webkitdirectory = folder;
  input.onchange = () => take([...(input.files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file })));
  input.click();
}

async function below(entry: FileSystemEntry, into: { path: string; file: File }[]): Promise<void> {
  const path = entry.fullPath.replace(/^\//, '');
  if (entry.isFile) {
    into.push({ path, file: await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)) });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) { // a reader gives a hundred at a time
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const one of some) await below(one, into);
  }
}
/** Files and folders that are dropped while the dialog is open. */
export async function dropPainting(items: DataTransfer): Promise<void> {
  const entries = [...items.items].map((item) => item.webkitGetAsEntry()).filter((one) => one !== null), chosen: { path: string; file: File }[] = [];
  const files = [...items.files];
  if (entries.some((entry) => entry.isDirectory)) for (const entry of entries) await below(entry, chosen);
  take(chosen.length > 0 ? chosen : files.map((file) => ({ path: file.name, file })));
}

/** Where each class was painted, what the map has there. */
function Table({ result: { classes, texels } }: { result: Fitted }) {
  return (
    <div class="fit-table" tabIndex={0} role="region" aria-label={t('fitTable')}><table><caption>{t('fitTable')}</caption>
      <thead><tr><th scope="col">{t('fitClass')}</th><th scope="col">{t('fitShare')}</th>{classes.map(({ name }) => <th scope="col" key={name}>{name}</th>)}</tr></thead>
      <tbody>{classes.map(({ name, rgb, painted, explained, map }, row) => (
        <tr key={name}><th scope="row"><span class="chip" style={{ background: hexOf(rgb.map((part) => part / 255) as [number, number, number]) }} />{name}{!explained && <i> ({t('fitPaint')})</i>}</th>
          <td>{number((painted / Math.max(1, texels)) * 100, 1)}</td>
          {map.map((count, i) => <td key={i} class={i === row ? 'same' : ''}>{painted > 0 && count > 0 ? number((count / painted) * 100, 1) : ''}</td>)}</tr>))}</tbody></table></div>
  );
}

export function Fit() {
  useEffect(() => { readFitForm().catch((thrown: unknown) => refuse(thrown)); return cancelFit; }, []);
  const one = painting.value, form = fitForm.value, now = fitRun.value, result = fitted.value, running = now?.state === 'running';
  const bad = form !== undefined && Object.keys(complaints(form)).length > 0;
  const share = (value: number) => number(value * 100, 1);
  return (
    <Dialog title={t('fitTitle')} onClose={() => { dialog.value = undefined; }} wide>
      <div class="fit">
        <p>{t('fitIntro')}</p>
        <div class="fit-what"><button type="button" class="button" onClick={() => ask(false)} disabled={running}><span>{t('fitFiles')}</span></button>
          <button type="button" class="button" onClick={() => ask(true)} disabled={running}><span>{t('fitFolder')}</span></button>
          <span class="fit-name" role="status">{one === undefined ? t('fitNone') : t('fitHas', one.name, one.files.size)} {one?.own === true && t('fitOnto', ground.value?.name ?? '')}</span></div>
        {form !== undefined && <div class="export-form fit-form" tabIndex={0} role="group" aria-label={form.summary}>
          <Fields form={form} fields={form.fields.filter(({ rare }) => !rare)} />
          <details><summary>{t('rareOptions')}</summary><Fields form={form} fields={form.fields.filter(({ rare }) => rare)} /></details><Without form={form} /></div>}
        <div class="export-go">{running ? <button type="button" class="button" onClick={cancelFit}><span>{t('cancel')}</span></button>
          : <button type="button" class="button primary" id="fit-make" disabled={one === undefined || form === undefined || bad} onClick={() => void fit()}><span>{t('fitMake')}</span></button>}</div>
        {now !== undefined && <section class="result" aria-live="polite" aria-label={t('result')}><Progress now={now} />
          {result !== undefined && <><p id="agreement">{result.what}: {t('fitAgreement', share(result.agreement), share(result.by_rules), share(result.at_most))}</p><Table result={result} /></>}</section>}
      </div>
    </Dialog>
  );
}
