/** What a file does not say about a terrain, asked for under the library's own sentence. */
import { useState } from 'preact/hooks';
import type { TerrainOptions } from '../model';
import { asking, openTerrain } from '../store';
import { t } from '../text';
import { Button, Dialog } from './controls';

export function Scale() {
  const now = asking.value!;
  const given = now.options;
  const [cell, setCell] = useState(String(given.cellM || 2));
  const [low, setLow] = useState(String(given.heightRangeM?.[0] ?? 0)), [high, setHigh] = useState(String(given.heightRangeM?.[1] ?? 300));
  const [raw, setRaw] = useState(String(given.raw ?? 0)), [width, setWidth] = useState(String(given.rawWidth ?? 0)), [height, setHeight] = useState(String(given.rawHeight ?? 0));
  const [big, setBig] = useState(given.rawBigEndian ?? false), [south, setSouth] = useState(given.southFirst ?? false);
  const [fill, setFill] = useState(given.fill ?? now.field === 'fill'), [fillM, setFillM] = useState(String(given.fillM ?? 0));
  const [maxHeight, setMaxHeight] = useState(String(given.maxHeightM || 500)), [square, setSquare] = useState(String(given.squareM || 1));
  const game = now.field === 'maxHeightM' || now.field === 'squareM' || given.maxHeightM !== undefined;
  const isRaw = Number(raw) > 0;
  const plain = (text: string) => Number(text.replace(',', '.'));
  const text = (label: string, value: string, to: (value: string) => void) => (
    <label class="field"><span>{label}</span><input type="text" inputMode="decimal" value={value} onInput={(event) => to(event.currentTarget.value)} /></label>);
  const check = (label: string, value: boolean, to: (value: boolean) => void) => (
    <label class="field check"><input type="checkbox" checked={value} onChange={(event) => to(event.currentTarget.checked)} /><span>{label}</span></label>);

  const submit = () => {
    const options: TerrainOptions = game ? { maxHeightM: plain(maxHeight), squareM: plain(square) } : { cellM: plain(cell) };
    if (!game && Number(raw) !== 2) options.heightRangeM = [plain(low), plain(high)];
    if (isRaw) Object.assign(options, { raw: Number(raw), rawWidth: plain(width), rawHeight: plain(height), rawBigEndian: big });
    if (south) options.southFirst = true;
    if (fill) Object.assign(options, { fill: true, fillM: plain(fillM) });
    void openTerrain(now.bytes, now.name, options, now.maps);
  };
  return (
    <Dialog title={t('scaleTitle')} onClose={() => { if (asking.value === now) asking.value = undefined; }}>
      <form onSubmit={(event) => { event.preventDefault(); submit(); }}>
        <p class="file-name">{now.name}</p>
        {now.sentence !== '' && <p class="sentence">{now.sentence}</p>}
        {game ? <>{text(t('maxHeightM'), maxHeight, setMaxHeight)}{text(t('squareM'), square, setSquare)}</> : <>
          {text(t('cellM'), cell, setCell)}
          {Number(raw) !== 2 && <>{text(t('heightLow'), low, setLow)}{text(t('heightHigh'), high, setHigh)}</>}
          {(isRaw || now.field.startsWith('raw')) && <>
            <label class="field"><span>{t('rawType')}</span><select value={raw} onChange={(event) => setRaw(event.currentTarget.value)}>
              <option value="1">{t('rawU16')}</option><option value="2">{t('rawF32')}</option></select></label>
            {text(t('rawWidth'), width, setWidth)}{text(t('rawHeight'), height, setHeight)}<p class="hint">{t('rawSize')}</p>
            {check(t('rawBigEndian'), big, setBig)}</>}
          {check(t('southFirst'), south, setSouth)}</>}
        {now.field === 'fill' && <>{check(t('fillOn'), fill, setFill)}{text(t('fill'), fillM, setFillM)}</>}
        <div class="dialog-foot"><Button label={t('cancel')} onClick={() => { asking.value = undefined; }}>{t('cancel')}</Button>
          <button type="submit" class="button primary"><span>{t('openIt')}</span></button></div>
      </form>
    </Dialog>
  );
}
