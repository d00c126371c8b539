/**
 * Limits that only the text form has, of the chosen layer. The library says which fields there are, and each
 * value is the text that people write: a kind of limit that the library learns is here without a word.
 */
import { computed } from '@preact/signals';
import { useState } from 'preact/hooks';
import { groupOf, layer, ownFields, setOwn } from '../store';
import { t, texts } from '../text';
import type { Key } from '../text';
import { writtenWith } from '../units';

/** What a field or a group of them is called; one without words by its own name. */
export const wordOf = (name: string): string => (`own_${name}` in texts.en ? t(`own_${name}` as Key) : name.replaceAll('_', ' '));
/** Of numbers that are written without one. */
const UNIT: { [name: string]: string } = { aspect: '°', curvature: '1/m', wetness: 'm²', sky: '0–1', near: 'm' };
export const ownGroups = computed(() => [...new Set(ownFields.value.map(groupOf))]);
const lastOf = (field: string) => field.replace(/.*\./, '');
/** Numbers that a kind of limit has when it is switched on first; zeros would leave nothing of the layer. */
const FIRST: { [field: string]: [string, string][] } = {
  'aspect.on': [['aspect.spread', '90'], ['aspect.fuzziness', '45']],
  'position.min.on': [['position.size', '20tu'], ['position.min.fuzziness', '1tu']], 'position.max.on': [['position.size', '20tu'], ['position.max.fuzziness', '1tu']],
  'curvature.min.on': [['curvature.size', '8tu'], ['curvature.min.fuzziness', '0.002']], 'curvature.max.on': [['curvature.size', '8tu'], ['curvature.max.fuzziness', '0.002']],
  'wetness.min.on': [['wetness.min.at', '10000'], ['wetness.min.fuzziness', '20000']], 'wetness.max.on': [['wetness.max.at', '10000'], ['wetness.max.fuzziness', '5000']],
  'sky.min.on': [['sky.min.at', '0.9'], ['sky.min.fuzziness', '0.05']], 'sky.max.on': [['sky.max.at', '0.9'], ['sky.max.fuzziness', '0.05']],
  'near.min.on': [['near.to', '#0'], ['near.min.at', '50'], ['near.min.fuzziness', '20']], 'near.max.on': [['near.to', '#0'], ['near.max.at', '50'], ['near.max.fuzziness', '20']],
};
const isNothing = (value: string | undefined) => value === undefined || value === '' || Number.parseFloat(value) === 0 || value === '180';
const labelOf = (field: string) => [groupOf(field), ...field.split('.').slice(1)].map(wordOf).join(', ');

/** A value to type, in its unit. */
export function OwnField({ field }: { field: string }) {
  const [typed, setTyped] = useState<string | undefined>(undefined), one = layer.value!, value = one.own[field] ?? '';
  if (value === 'on' || value === 'off')
    return <label class="switch own-field"><input type="checkbox" checked={value === 'on'} aria-label={labelOf(field)} onChange={(event) => setOwn(field, event.currentTarget.checked ? 'on' : 'off')} /><span>{wordOf(lastOf(field))}</span></label>;
  return (
    <label class="own-field"><span>{wordOf(lastOf(field))}</span>
      <input class={`number ${typed === undefined ? '' : 'typing'}`} type="text" aria-label={labelOf(field)} value={typed ?? value}
        onInput={(event) => setTyped(event.currentTarget.value)} onFocus={(event) => event.currentTarget.select()}
        onKeyDown={(event) => {
          if (!event.ctrlKey && !event.metaKey) event.stopPropagation();
          if (event.key === 'Escape') setTyped(undefined);
          if (event.key === 'Enter') event.currentTarget.blur();
        }}
        onBlur={() => {
          setTyped(undefined);
          if (typed !== undefined && typed.trim() !== value) setOwn(field, writtenWith(typed, value));
        }} /></label>
  );
}

function Group({ name }: { name: string }) {
  const one = layer.value!, fields = ownFields.value.filter((field) => groupOf(field) === name);
  const switches = fields.filter((field) => lastOf(field) === 'on'), isOn = switches.some((field) => one.own[field] === 'on');
  const turn = (field: string, on: boolean) => {
    const missing = on ? (FIRST[field] ?? []).filter(([each]) => isNothing(one.own[each])) : [];
    setOwn(field, on ? 'on' : 'off', missing);
  };
  /** Those of one side, or of both. */
  const under = (field: string) => fields.filter((each) => each !== field && each.startsWith(field.replace(/on$/, '')) && lastOf(each) !== 'on' && (field !== `${name}.on` || each.split('.').length === 2));
  const common = fields.filter((field) => lastOf(field) !== 'on' && field.split('.').length === 2 && !switches.includes(`${name}.on`));
  return (
    <section class="own" aria-label={wordOf(name)}>
      <h4>{wordOf(name)}{UNIT[name] === undefined ? '' : ` (${UNIT[name]})`}</h4>
      {switches.map((field) => (
        <div key={field}>
          <label class="switch"><input type="checkbox" checked={one.own[field] === 'on'} aria-label={labelOf(field)} onChange={(event) => turn(field, event.currentTarget.checked)} />
            <span>{field.split('.').length === 3 ? t(field.includes('.min.') ? 'from' : 'to') : wordOf('on')}</span></label>
          {one.own[field] === 'on' && <div class="own-fields">{under(field).map((each) => <OwnField key={each} field={each} />)}</div>}
        </div>))}
      {isOn && common.length > 0 && <div class="own-fields">{common.map((each) => <OwnField key={each} field={each} />)}</div>}
    </section>
  );
}

export function OwnLimits() {
  const one = layer.value;
  if (one === undefined || one.index === 0) return null;
  const groups = ownGroups.value.filter((name) => name !== 'mask');
  const used = groups.filter((name) => Object.entries(one.own).some(([field, value]) => groupOf(field) === name && lastOf(field) === 'on' && value === 'on'));
  return (
    <details class="own-limits" open={used.length > 0}><summary><h3>{t('moreLimits')}</h3></summary>
      {groups.map((name) => <Group key={name} name={name} />)}</details>
  );
}
