/** The rules of the chosen layer. */
import { altitudeUnit, layer, reroll, seal, set, slopeUnit } from '../store';
import { number, t } from '../text';
import { hexOf, written } from '../units';
import { Button, Slider } from './controls';
import { Limits } from './limits';
import { OwnLimits } from './own';
import { Paint } from './paint';

export function Rules() {
  const one = layer.value;
  if (one === undefined) return null;
  const root = one.index === 0;
  return (
    <section class="panel rules" aria-label={t('rules')}>
      <header class="panel-head"><h2>{t('rules')}</h2>
        <button type="button" class="unit" title={t('unitAltitude')} aria-label={`${t('unitAltitude')}: ${altitudeUnit.value}`} onClick={() => { altitudeUnit.value = altitudeUnit.value === 'm' ? 'tu' : 'm'; }}>{altitudeUnit.value}</button>
        <button type="button" class="unit" title={t('unitSlope')} aria-label={`${t('unitSlope')}: ${slopeUnit.value}`} onClick={() => { slopeUnit.value = slopeUnit.value === 'deg' ? 'gradient' : 'deg'; }}>{slopeUnit.value === 'deg' ? '°' : t('gradient')}</button>
      </header>
      <div class="layer-title">
        <input type="color" class="swatch" aria-label={t('colourOf', one.name)} title={t('colourOf', one.name)} value={hexOf(one.colour)}
          onInput={(event) => set('colour', event.currentTarget.value, 'colour', { key: `colour:${one.index}` })} onChange={seal} />
        <input type="text" class="layer-name" aria-label={t('nameOf')} value={one.name} onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Enter') event.currentTarget.blur();
        }} onChange={(event) => set('name', event.currentTarget.value, 'name')} />
        <Button icon="dice" label={t('reroll')} onClick={() => reroll(false)} />
      </div>
      <Slider label={t('coverage')} value={one.coverage} min={0} max={1} scale={100} digits={0} sign=" %" initial={1} disabled={root}
        onChange={(value) => set('coverage', written(value), 'coverage', { key: `coverage:${one.index}`, values: [number(one.coverage * 100, 0), `${number(value * 100, 0)} %`] })} onEnd={seal} />
      <Slider label={t('noise')} value={one.noise} min={0} max={4} digits={2} initial={1} disabled={root}
        onChange={(value) => set('fractal_noise', written(value), 'noise', { key: `noise:${one.index}`, values: [number(one.noise, 2), number(value, 2)] })} onEnd={seal} />
      <Paint />
      <Limits kind="altitude" />
      <Limits kind="slope" />
      <OwnLimits />
    </section>
  );
}
