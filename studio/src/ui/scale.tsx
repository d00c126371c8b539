/** What a file does not say about a terrain, asked for under the library's own sentence. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { TerrainOptions } from '../model';
import { numberOf } from '../numbers';
import { asking, openTerrain } from '../store';
import { decimal, number, t } from '../text';
import { Button, Dialog, notNumber } from './controls';

/** The finding without its remedy, which is the form: members of the library mean nothing to people. */
function findingOf(sentence: string): string {
  return sentence.replace(/[:;] (add|give) .*$/s, '').replace(/[{}]/g, '');
}
type Raw = NonNullable<TerrainOptions['raw']>;
/** What the sentence asks for, and what it says of the file's numbers. */
function wantsOf(sentence: string, field: string, raw: Raw) {
  const [, columns, rows] = /(\d+) x (\d+) points/.exec(sentence) ?? [];
  const [, least, most] = /numbers (\S+) and ([^;)\s]+)/.exec(sentence) ?? [], [, from, to] = /go from (\S+) to ([^;)\s]+)/.exec(sentence) ?? [];
  const some = /cell_m|height_range_m/.test(sentence), isRaw = raw !== 'none';
  return {
    cell: isRaw || !some || field === 'cellM', range: raw !== 'f32' && (isRaw || !some || field === 'heightRangeM' || sentence.includes('height_range_m')),
    least: least ?? '0', most: raw === 'u16' ? '65535' : most ?? t('or65535'), from: from ?? '', to: to ?? '', metres: sentence.includes('0 1 if they are metres'),
    columns: Number(columns ?? 0), rows: Number(rows ?? 0),
  };
}

/** The longer side of the file's picture. */
const SIDE = 180;
interface Shape { raw: Raw; columns: number; rows: number; big: boolean; south: boolean }
/** Numbers of a file of bare numbers, at most SIDE a side; undefined if they are not all there. */
function samplesOf(bytes: Uint8Array, { raw, columns, rows, big }: Shape): { width: number; height: number; values: Float32Array } | undefined {
  const each = raw === 'f32' ? 4 : 2;
  if (!(columns >= 2 && rows >= 2) || bytes.length < columns * rows * each) return undefined;
  const scale = Math.min(1, SIDE / Math.max(columns, rows)), width = Math.max(1, Math.round(columns * scale)), height = Math.max(1, Math.round(rows * scale));
  const from = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), values = new Float32Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = each * (Math.floor((y * rows) / height) * columns + Math.floor((x * columns) / width));
      values[y * width + x] = raw === 'f32' ? from.getFloat32(at, !big) : from.getUint16(at, !big);
    }
  return { width, height, values };
}
/** The same of a picture that the browser can read. */
async function picturedBy(bytes: Uint8Array): Promise<{ width: number; height: number; values: Float32Array } | undefined> {
  const picture = await createImageBitmap(new Blob([bytes.slice()])).catch(() => undefined);
  if (picture === undefined) return undefined;
  const scale = Math.min(1, SIDE / Math.max(picture.width, picture.height)), width = Math.max(1, Math.round(picture.width * scale)), height = Math.max(1, Math.round(picture.height * scale));
  const pen = new OffscreenCanvas(width, height).getContext('2d')!;
  pen.drawImage(picture, 0, 0, width, height);
  picture.close();
  return { width, height, values: Float32Array.from(pen.getImageData(0, 0, width, height).data.filter((_, i) => i % 4 === 0)) };
}
/** The file as it lies, from its darkest to its brightest. */
function Sketch({ bytes, shape }: { bytes: Uint8Array; shape: Shape }) {
  const canvas = useRef<HTMLCanvasElement>(null), [there, setThere] = useState(false);
  useEffect(() => {
    let current = true;
    void (async () => {
      const seen = shape.raw === 'none' ? await picturedBy(bytes) : samplesOf(bytes, shape), to = canvas.current;
      if (!current) return;
      setThere(seen !== undefined);
      if (seen === undefined || to === null) return;
      const known = seen.values.filter(Number.isFinite), low = known.reduce((a, b) => Math.min(a, b), Infinity), high = known.reduce((a, b) => Math.max(a, b), -Infinity);
      const data = new ImageData(seen.width, seen.height);
      seen.values.forEach((value, i) => data.data.set([...Array<number>(3).fill(high > low ? (255 * (value - low)) / (high - low) : 128), 255], 4 * i));
      [to.width, to.height] = [seen.width, seen.height];
      to.getContext('2d')!.putImageData(data, 0, 0);
      if (shape.south) to.style.transform = 'scaleY(-1)'; else to.style.transform = '';
    })();
    return () => { current = false; };
  }, [bytes, ...Object.values(shape)]);
  return <canvas ref={canvas} class="sketch" hidden={!there} role="img" aria-label={t('sketch')} width={1} height={1} />;
}

export function Scale() {
  const now = asking.value!;
  const given = now.options;
  const [cell, setCell] = useState(given.cellM ? String(given.cellM) : '');
  const [low, setLow] = useState(String(given.heightRangeM?.[0] ?? '')), [high, setHigh] = useState(String(given.heightRangeM?.[1] ?? ''));
  const [raw, setRaw] = useState<Raw>(given.raw ?? 'none'), [width, setWidth] = useState(String(given.rawWidth ?? 0)), [height, setHeight] = useState(String(given.rawHeight ?? 0));
  const [big, setBig] = useState(given.rawBigEndian ?? false), [south, setSouth] = useState(given.southFirst ?? false);
  const [fill, setFill] = useState(given.fillM !== undefined), [fillM, setFillM] = useState(String(given.fillM ?? 0));
  const [maxHeight, setMaxHeight] = useState(given.maxHeightM ? String(given.maxHeightM) : ''), [square, setSquare] = useState(given.squareM ? String(given.squareM) : '');
  const game = now.field === 'maxHeightM' || now.field === 'squareM' || given.maxHeightM !== undefined;
  const isRaw = raw !== 'none', lacks = now.field === 'fillM';
  const plain = (text: string) => numberOf(text, decimal()) ?? NaN;
  const wants = wantsOf(now.sentence, now.field, raw);
  const columns = isRaw ? plain(width) : wants.columns, rows = isRaw ? plain(height) : wants.rows;
  const km = (points: number) => number(((points - 1) * plain(cell)) / 1000, 2);
  const text = (label: string, value: string, to: (value: string) => void) => (
    <label class="field"><span>{label}</span><input type="text" inputMode="decimal" required value={value} onInput={(event) => {
      const { value: typed } = event.currentTarget;
      event.currentTarget.setCustomValidity(typed !== '' && numberOf(typed, decimal()) === undefined ? t(notNumber(typed), typed) : '');
      to(typed);
    }} /></label>);
  const check = (label: string, value: boolean, to: (value: boolean) => void) => (
    <label class="field check"><input type="checkbox" checked={value} onChange={(event) => to(event.currentTarget.checked)} /><span>{label}</span></label>);

  const submit = () => {
    const options: TerrainOptions = { ...given };
    if (game && !lacks) Object.assign(options, { maxHeightM: plain(maxHeight), squareM: plain(square) });
    else if (wants.cell && !lacks) options.cellM = plain(cell);
    if (!game && !lacks && wants.range) options.heightRangeM = [plain(low), plain(high)];
    if (isRaw) Object.assign(options, { raw, rawWidth: plain(width), rawHeight: plain(height), rawBigEndian: big });
    if (south) options.southFirst = true;
    if (lacks && fill) Object.assign(options, { fillM: plain(fillM) });
    else if (lacks) options.keepMissing = true;
    void openTerrain(now.bytes, now.name, options, now.maps, true, now.also);
  };
  return (
    <Dialog title={t(lacks ? 'missing' : 'scaleTitle')} onClose={() => { if (asking.value === now) asking.value = undefined; }}>
      <form onSubmit={(event) => { event.preventDefault(); submit(); }}>
        <p class="file-name">{now.name}</p>
        <Sketch bytes={now.bytes} shape={{ raw, columns: isRaw ? columns : 0, rows: isRaw ? rows : 0, big, south }} />
        {now.sentence !== '' && <p class="sentence">{findingOf(now.sentence)}</p>}
        {lacks ? null : game ? <>{text(t('maxHeightM'), maxHeight, setMaxHeight)}{text(t('squareM'), square, setSquare)}</> : <>
          {wants.cell && text(t('cellM'), cell, setCell)}
          {wants.cell && columns > 1 && rows > 1 && <p class="hint" id="becomes">{plain(cell) > 0 ? t('becomes', columns, rows, km(columns), km(rows)) : t('points', columns, rows)}</p>}
          {wants.range && <>{text(t('heightLow', wants.least), low, setLow)}{text(t('heightHigh', wants.most), high, setHigh)}</>}
          {wants.from !== '' && <p class="hint">{t('numbersGo', wants.from, wants.to)} {wants.metres && t('numbersMetres')}</p>}
          {(isRaw || now.field.startsWith('raw')) && <>
            <label class="field"><span>{t('rawType')}</span><select value={raw} onChange={(event) => setRaw(event.currentTarget.value as Raw)}>
              <option value="u16">{t('rawU16')}</option><option value="f32">{t('rawF32')}</option></select></label>
            {text(t('rawWidth'), width, setWidth)}{text(t('rawHeight'), height, setHeight)}<p class="hint">{t('rawSize')}</p>
            {check(t('rawBigEndian'), big, setBig)}</>}
          {check(t('southFirst'), south, setSouth)}</>}
        {lacks && <><label class="field"><span>{t('missing')}</span><select value={String(fill)} onChange={(event) => setFill(event.currentTarget.value === 'true')}>
          <option value="false">{t('missingKeep')}</option><option value="true">{t('missingFill')}</option></select></label>
          {fill && text(t('fill'), fillM, setFillM)}</>}
        <div class="dialog-foot"><Button label={t('cancel')} onClick={() => { asking.value = undefined; }}>{t('cancel')}</Button>
          <button type="submit" class="button primary"><span>{t('openIt')}</span></button></div>
      </form>
    </Dialog>
  );
}
