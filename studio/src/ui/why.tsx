/** Why a place is what it is, and what lint finds in the map. */
import type { Finding, ProbeChange, ProbeLayer } from '../model';
import { canMend, change, findings, ground, layers, mend, probe, selected } from '../store';
import { number, t } from '../text';
import { digitsOf, hexOf, shownIn, unitSign, written } from '../units';
import { Button, Symbol } from './controls';
import { camera } from './map';
import { ownGroups, wordOf } from './own';

/** A factor as a bar: how much it lets through. */
function Factor({ name, value }: { name: string; value: number | null }) {
  if (value === null) return null;
  return <span class="factor" title={`${name}: ${number(value * 100, 0)} %`}><span class="factor-name">{name}</span><span class="factor-bar"><span style={{ width: `${Math.min(1, value) * 100}%` }} /></span></span>;
}

function both(a: number | null, b: number | null): number | null {
  return a === null && b === null ? null : (a ?? 1) * (b ?? 1);
}

/** What a limit of the text form's own lets through; null: the layer has none. */
function factorOf(one: ProbeLayer, name: string): number | null {
  const value = (one as unknown as { [member: string]: unknown })[name];
  return typeof value === 'number' ? value : null;
}

function Row({ one }: { one: ProbeLayer }) {
  const colour = layers.value[one.index]?.colour ?? [0.5, 0.5, 0.5];
  return (
    <li class={one.weight > 0.004 ? 'seen' : ''}>
      <button type="button" class="why-name" onClick={() => { selected.value = one.index; }} title={one.path}>
        <span class="chip" style={{ background: hexOf(colour) }} /><span class="clip">{layers.value[one.index]?.name ?? one.path}</span><b>{number(one.weight * 100, 0)} %</b></button>
      <div class="factors">
        <Factor name={t('stepCoverage')} value={one.index === 0 ? null : one.coverage} />
        <Factor name={t('stepAltitude')} value={both(one.altitude_min, one.altitude_max)} />
        <Factor name={t('stepSlope')} value={both(one.slope_min, one.slope_max)} />
        {ownGroups.value.map((name) => <Factor key={name} name={wordOf(name)} value={factorOf(one, name)} />)}
        <Factor name={t('stepNoise')} value={one.index === 0 ? null : one.noise} />
        <Factor name={t('stepParent')} value={one.index === 0 ? null : one.parent} />
      </div>
      <p>{one.why}</p>
    </li>
  );
}

function apply(one: ProbeChange): void {
  const unit = one.field.startsWith('altitude') ? 'tu' : one.field.startsWith('slope') ? 'gradient' : '';
  change([{ do: 'set', layer: one.layer, field: one.field, value: `${written(one.written)}${unit}` }], ['doChange', layers.value[one.layer]?.name ?? '', one.field, shownChange(one, one.from), shownChange(one, one.written)]);
}
function shownChange(one: ProbeChange, value: number): string {
  if (one.field.startsWith('altitude')) return number(shownIn('altitude', value), digitsOf('altitude')) + unitSign('altitude');
  if (one.field.startsWith('slope')) return number(shownIn('slope', value), digitsOf('slope')) + unitSign('slope');
  return number(value, 2);
}

export function Why() {
  const now = probe.value;
  if (now === undefined || ground.value === undefined) return null;
  const { probe: p, xM, yM } = now;
  const seen = [...p.layers].sort((a, b) => b.weight - a.weight);
  return (
    <section class={`why ${xM < (camera.peek()?.xM ?? 0) ? 'aside' : ''}`} aria-label={t('why')}>
      <header class="panel-head"><h2>{t('why')}</h2><Button icon="close" label={t('close')} onClick={() => { probe.value = undefined; }} /></header>
      <p class="why-place">{t('whyPlace', `${number(xM, 0)} m`, `${number(yM, 0)} m`, number(shownIn('altitude', p.altitude_tu), digitsOf('altitude')) + unitSign('altitude'), number(shownIn('slope', p.slope_gradient), digitsOf('slope')) + unitSign('slope'))}</p>
      <p class="why-winner"><b>{t('whyWins', p.winner.material, number(p.winner.weight * 100, 0))}</b></p>
      {p.changes.length > 0 && <><h3>{t('whyChanges')}</h3><ul class="changes">
        {p.changes.slice(0, 4).map((one) => <li key={one.field + one.layer}><button type="button" onClick={() => apply(one)}>{t('whyApply', one.field, layers.value[one.layer]?.name ?? one.path, shownChange(one, one.from), shownChange(one, one.written), one.winner)}</button></li>)}</ul></>}
      <h3>{t('whySteps')}</h3>
      <ul class="why-list">{seen.map((one) => <Row key={one.index} one={one} />)}</ul>
    </section>
  );
}

/** A finding and its remedy; the page's own way to one that the library calls by its names. */
function adviceOf({ text, advice }: Finding): string {
  return `${text.replace('(dequantise)', `(${t('dequantise')})`)}${advice === '' ? '' : `; ${advice}`}.`;
}

export function Findings() {
  const list = findings.value, severe = list.filter(({ severity }) => severity !== 'note').length;
  return (
    <details class="panel findings" open={severe > 0}>
      <summary><h2>{t('findings')}</h2><span class={`count ${severe > 0 ? 'severe' : ''}`}>{list.length}</span></summary>
      {list.length === 0 && <p class="hint">{t('findingsNone')}</p>}
      <ul>{list.map((one, i) => (
        <li key={i} class={one.severity}>
          <div class="finding-head"><Symbol icon="warn" /><span class="finding-kind">{t(one.severity === 'error' ? 'severityError' : one.severity === 'warning' ? 'severityWarning' : 'severityNote')}</span>
            {one.layer !== undefined && <button type="button" class="go" title={t('goTo', one.path)} onClick={() => { selected.value = one.layer!; }}>{layers.value[one.layer]?.name ?? one.path}</button>}
            {canMend(one) && <Button label={t('mendOf', one.id)} class="small" onClick={() => mend(one)}>{t('mend')}</Button>}</div>
          <p>{adviceOf(one)}</p>
        </li>))}</ul>
    </details>
  );
}
