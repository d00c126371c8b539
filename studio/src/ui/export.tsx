/** Exports as forms made of the program's own options, with the command line that does the same. */
import { useEffect, useState } from 'preact/hooks';
import { cancel, chosen, choices, complaints, expected, extras, filled, lineOf, list, make, outputOf, outputs, run, valuesOf } from '../exporting';
import { zipped } from '../parts';
import type { Made, Run } from '../exporting';
import type { Field, Form } from '../forms';
import { forShell, forWindows, isFirst } from '../forms';
import { copy, dialog, doc, download, layers, probe, refuse } from '../store';
import { number, t } from '../text';
import type { Key } from '../text';
import { Button, Dialog } from './controls';

type Value = string | boolean | string[];

async function keep(files: FileList | null, prefix = ''): Promise<string[]> {
  const names: string[] = [];
  for (const file of files ?? []) {
    const name = prefix + file.name;
    extras.set(name, new Uint8Array(await file.arrayBuffer()));
    names.push(name);
  }
  return names;
}

function Input({ field, value, onChange }: { field: Field; value: Value | undefined; onChange: (value: Value) => void }) {
  const text = typeof value === 'string' ? value : '', id = `field-${field.option}`;
  switch (field.kind) {
    case 'flag': return <input id={id} type="checkbox" checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />;
    case 'choice': return (
      <select id={id} value={text} onChange={(event) => onChange(event.currentTarget.value)}><option value="">{field.default === '' ? '—' : `— ${field.default}`}</option>
        {field.choices.map((one) => <option key={one} value={one}>{one}</option>)}</select>);
    case 'choices': {
      const some = Array.isArray(value) ? value : [];
      return <span class="checks" id={id} role="group" aria-label={`--${field.option}`}>{field.choices.map((one) => (
        <label key={one}><input type="checkbox" checked={some.includes(one)} onChange={(event) => onChange(event.currentTarget.checked ? [...some, one] : some.filter((other) => other !== one))} />{one}</label>))}</span>;
    }
    case 'layer': return (
      <select id={id} multiple={field.several} value={field.several ? undefined : text} size={field.several ? 4 : undefined}
        onChange={(event) => onChange(field.several ? [...event.currentTarget.selectedOptions].map((one) => one.value) : event.currentTarget.value)}>
        {!field.several && <option value="">—</option>}
        {layers.value.map(({ index, name }) => <option key={index} value={`#${index}`} selected={Array.isArray(value) && value.includes(`#${index}`)}>{name}</option>)}</select>);
    case 'file': return <span class="file-field"><input id={id} type="file" onChange={(event) => void keep(event.currentTarget.files).then(([name]) => onChange(name ?? ''))} />{text !== '' && <span class="clip">{text}</span>}</span>;
    case 'folder': return <input id={id} type="file" multiple onChange={(event) => void keep(event.currentTarget.files, `${field.option}/`).then((names) => onChange(names.length > 0 ? field.option : ''))} />;
    case 'place': return (
      <span class="place-field"><input id={id} type="text" value={text} placeholder={field.default || field.value} onInput={(event) => onChange(event.currentTarget.value)} />
        <Button icon="pick" label={t('fromProbe')} disabled={probe.value === undefined} onClick={() => onChange(`${Math.round(probe.value!.xM)}E,${Math.round(probe.value!.yM)}S`)} /></span>);
    default: return <input id={id} type="text" inputMode={field.kind === 'number' ? 'decimal' : 'text'} value={text} placeholder={field.default || field.value}
      onInput={(event) => onChange(event.currentTarget.value)} />;
  }
}

export function Fields({ form, fields }: { form: Form; fields: Field[] }) {
  const values = valuesOf(form), wrong = complaints(form);
  return <>{fields.map((field) => (
    <div class="export-field" key={field.option}>
      <label for={`field-${field.option}`}>{field.option.replaceAll('-', ' ')}{field.unit !== '' && <i> ({field.unit})</i>}</label>
      <Input field={field} value={values[field.option]} onChange={(value) => { filled.value = { ...filled.value, [form.command]: { ...filled.value[form.command], [field.option]: value } }; }} />
      <p class={wrong[field.option] === undefined ? 'hint' : 'wrong'}>{wrong[field.option] ?? field.help}</p>
    </div>))}</>;
}

/** The options that have no field, and why. */
export function Without({ form }: { form: Form }) {
  return <details class="without"><summary>{t('withoutTitle')}</summary><dl>{form.without.map(({ option, why }) => (
    <div key={option}><dt><code>--{option}</code></dt><dd>{t(why)}</dd></div>))}</dl></details>;
}

/** How far a run is, and what it said. */
export function Progress({ now }: { now: Run }) {
  return <>
      <div class="progress" role="progressbar" aria-label={t('working')} aria-valuemin={0} aria-valuemax={100} aria-valuenow={Math.round(now.done * 100)}><span style={{ width: `${now.done * 100}%` }} /></div>
      <p class={now.state === 'failed' ? 'wrong' : ''}><b>{now.state === 'running' ? `${t('working')} ${now.step}` : now.state === 'done' ? t('doneIn', number(now.seconds, 1)) : now.state === 'cancelled' ? t('cancelled') : now.error}</b></p>
      {now.messages.length > 0 && <ul class="messages">{now.messages.map((one, i) => <li key={i}>{one}</li>)}</ul>}
  </>;
}

function Result() {
  const now = run.value;
  if (now === undefined) return null;
  const [only] = now.files;
  return (
    <section class="result" aria-live="polite" aria-label={t('result')}>
      <Progress now={now} />
      {now.of !== doc.value && <p class="hint">{t('exportOlder')}</p>}
      {now.stdout !== '' && <pre>{now.stdout}</pre>}
      {now.files.length > 0 && <>
        <ul class="made">{now.files.map((one) => (
          <li key={one.name}><button type="button" onClick={() => download(one.bytes, one.name.replace(/^.*\//, ''))}>{t('download', one.name)}</button><span>{t('bytes', number(one.bytes.length, 0))}</span><code title={t('digest')}>{one.sha256}</code></li>))}</ul>
        {now.files.filter(({ name }) => /\.png$/i.test(name)).length === 1 && now.files.length < 3 && <Seen of={now.files.find(({ name }) => /\.png$/i.test(name))!} />}
        {now.files.length > 1 && <Button icon="save" label={t('saveAll')} onClick={() => download(zipped(now.files), `${only!.name.split('/')[0]}.zip`)}>{t('saveAll')}</Button>}</>}
    </section>
  );
}

/** A picture that was made. */
function Seen({ of }: { of: Made }) {
  const [url, setUrl] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([of.bytes.slice()], { type: 'image/png' }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [of.sha256]);
  return url === '' ? null : <img class="made-picture" src={url} alt={of.name} />;
}

/** Games and engines go by their own names, what is for everybody by words of the page. */
const NAMES: { [command: string]: string } = { 'export beamng': 'BeamNG.drive', 'export ror': 'Rigs of Rods', 'export farming-simulator': 'Farming Simulator' };
const CARDS: { [command: string]: Key } = { bake: 'cardMasks', preview: 'cardAbove', render: 'cardPerspective', convert: 'cardOther' };
function nameOfCard(command: string): string {
  const name = command.replace(/^export /, ''), word = CARDS[command];
  return word !== undefined ? t(word) : NAMES[command] ?? name[0]!.toUpperCase() + name.slice(1);
}

/** All that a command takes besides what stands above, in its sections; open where something is filled in. */
function More({ form }: { form: Form }) {
  const values = filled.value[form.command] ?? {}, fields = form.fields.filter((field) => !isFirst(form, field));
  const common = fields.filter(({ rare }) => !rare), sections = [...new Set(common.map(({ section }) => section))];
  const [open, setOpen] = useState(fields.some(({ option }) => (values[option] ?? '') !== ''));
  return (
    <details class="more" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}><summary>{t('moreOptions')}</summary>
      {sections.map((section) => <fieldset key={section}>{section !== '' && <legend>{section}</legend>}<Fields form={form} fields={common.filter((field) => field.section === section)} /></fieldset>)}
      <details><summary>{t('rareOptions')}</summary><Fields form={form} fields={fields.filter(({ rare }) => rare)} /></details>
      <Without form={form} />
    </details>);
}

export function Export() {
  const [windows, setWindows] = useState(/Win/.test(navigator.userAgent));
  useEffect(() => { list().catch((thrown: unknown) => refuse(thrown)); }, []);
  const one = choices.value.find(({ form }) => form.command === chosen.value) ?? choices.value[0];
  const form = one?.form;
  const line = one === undefined ? '' : (windows ? forWindows : forShell)(lineOf(one)), running = run.value?.state === 'running';
  const cost = form === undefined ? undefined : expected(form.command);
  const bad = form !== undefined && Object.keys(complaints(form)).length > 0;
  return (
    <Dialog title={t('export')} onClose={() => { dialog.value = undefined; }} wide>
      <div class="export">
        <ul class="export-list" role="tablist" aria-label={t('export')} aria-orientation="vertical">{choices.value.map(({ form: { command, summary } }) => (
          <li key={command} role="presentation"><button type="button" role="tab" id={`tab-${command.replace(' ', '-')}`} aria-selected={command === form?.command} aria-controls="export-form" disabled={running}
            onClick={() => { chosen.value = command; run.value = undefined; }}><b>{nameOfCard(command)}</b><span>{summary}</span></button></li>))}</ul>
        {one !== undefined && form !== undefined && (
          <div class="export-form" id="export-form" role="tabpanel" aria-labelledby={`tab-${form.command.replace(' ', '-')}`} tabIndex={0}>
            <div class="export-field"><label for="field-out">{t('output')}</label>
              <input id="field-out" type="text" value={outputOf(one)} onInput={(event) => { outputs.value = { ...outputs.value, [form.command]: event.currentTarget.value }; }} /><p class="hint">{one.command.options.find(({ name }) => name === 'out')?.help}</p></div>
            <Fields form={form} fields={form.fields.filter((field) => isFirst(form, field))} />
            <More key={form.command} form={form} />
          </div>)}
        <div class="export-foot">
          <div class="command"><code id="command-line">{line}</code>
            <label><input type="checkbox" checked={windows} onChange={(event) => setWindows(event.currentTarget.checked)} />Windows</label>
            <Button icon="copy" label={t('copyCommand')} onClick={() => void copy(line, t('copied'))}>{t('copyCommand')}</Button></div>
          <div class="export-go">
            {cost !== undefined && <span class="hint" id="expected">{t('expected', t('expectedBytes', number(cost.megabytes, 1)), number(cost.seconds, cost.seconds < 10 ? 1 : 0))}</span>}
            {one?.command.options.some(({ name }) => name === 'dry-run') === true && <Button label={t('dryRun')} disabled={running || bad} onClick={() => void make(one, true)}>{t('dryRun')}</Button>}
            {running ? <button type="button" class="button" onClick={cancel}>{t('cancel')}</button>
              : <button type="button" class="button primary" id="make" disabled={one === undefined || bad} onClick={() => void make(one!, false)}>{t('make')}</button>}
          </div>
          <Result />
        </div>
      </div>
    </Dialog>
  );
}
