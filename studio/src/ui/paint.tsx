/** The mask of the chosen layer: the brush that paints it, and its values. */
import { groupOf, layer, seal, setOwn, ownFields } from '../store';
import { maskOf, painting, setSize, sizeM, sizesM, softness, toggleWay, togglePainting, way } from '../strokes';
import { number, t } from '../text';
import { Button, Slider } from './controls';
import { OwnField } from './own';

export function Paint() {
  const one = layer.value;
  if (one === undefined) return null;
  const root = one.index === 0, file = maskOf(one), [least, most] = sizesM.value;
  // The bar is even in factors: a brush of a metre and one of a kilometre are both to be had.
  const toShare = (metres: number) => Math.log(metres / least) / Math.log(most / least), ofShare = (share: number) => least * (most / least) ** share;
  return (
    <section class={`limits paint ${root ? 'disabled' : ''}`} aria-label={t('mask')}>
      <div class="limits-head"><h3>{t('mask')}</h3><span class="clip hint" id="mask-file">{file ?? t('maskNone')}</span>
        <Button icon="brush" id="paint" label={t('paint')} disabled={root} pressed={painting.value} onClick={togglePainting} /></div>
      {painting.value && !root && <>
        <div class="two" role="group" aria-label={t('paintWay')}>
          <button type="button" class="button" id="paint-add" aria-pressed={way.value === 'add'} onClick={() => { if (way.value !== 'add') toggleWay(); }}>{t('paintAdd')}</button>
          <button type="button" class="button" id="paint-take" aria-pressed={way.value === 'take'} onClick={() => { if (way.value !== 'take') toggleWay(); }}>{t('paintTake')}</button>
        </div>
        <Slider label={`${t('paintSize')}: ${number(sizeM.value, sizeM.value < 10 ? 1 : 0)} m`} value={toShare(sizeM.value)} min={0} max={1} scale={100} digits={0} sign=" %" onChange={(share) => setSize(ofShare(share))} onEnd={() => undefined} />
        <Slider label={t('paintSoft')} value={softness.value} min={0} max={1} scale={100} digits={0} sign=" %" initial={0.5} onChange={(share) => { softness.value = share; }} onEnd={() => undefined} />
      </>}
      {file !== undefined && <div class="own-fields">
        <label class="switch"><input type="checkbox" checked aria-label={t('maskOff')} onChange={() => { setOwn('mask.on', 'off'); seal(); }} /><span>{t('mask')}</span></label>
        {ownFields.value.filter((field) => groupOf(field) === 'mask' && !/\.(on|file)$/.test(field)).map((field) => <OwnField key={field} field={field} />)}
      </div>}
      {file === undefined && one.own['mask.file'] ? <label class="switch"><input type="checkbox" checked={false} aria-label={t('maskOn')} onChange={() => { setOwn('mask.on', 'on'); seal(); }} /><span>{one.own['mask.file']}</span></label> : null}
    </section>
  );
}
