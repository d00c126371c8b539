/** The square of a terrain that becomes the ground: dragged on its picture, or typed. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { degreesAt, firstBox, outlineOf, pointsOf, rounded, shareAt, styleOf } from '../place';
import type { Box } from '../place';
import { leavePlace, openPlace, placing, styles } from '../store';
import { number, t } from '../text';
import { Button, Choice, Dialog, NumberBox } from './controls';

const POINTS = [257, 513, 1025, 2049, 4097];

export function Place() {
  const from = placing.value!, { info, picture, beside } = from, { cornersDeg, extentM } = info;
  const canvas = useRef<HTMLCanvasElement>(null), hold = useRef<{ size: boolean; dx: number; dy: number } | undefined>(undefined);
  const [box, setBox] = useState<Box>(() => firstBox(info));
  const [points, setPoints] = useState<number | undefined>(undefined), [style, setStyle] = useState<string | undefined>(undefined);
  useEffect(() => {
    [canvas.current!.width, canvas.current!.height] = [picture.width, picture.height];
    canvas.current!.getContext('2d')!.putImageData(new ImageData(picture.rgba, picture.width, picture.height), 0, 0);
  }, []);
  const outline = outlineOf(cornersDeg, box), inside = outline.every(([x, y]) => x >= 0 && y >= 0 && x <= 1 && y <= 1);
  const middle = shareAt(cornersDeg, box.longitude, box.latitude), [grip] = [outline[2]!];
  const count = points ?? Math.min(4097, pointsOf(box.km)), look = style ?? styleOf(box.latitude);
  const put = (change: Partial<Box>) => setBox((before) => rounded({ ...before, ...change }));
  const share = (event: PointerEvent): [number, number] => {
    const frame = canvas.current!.getBoundingClientRect();
    return [(event.clientX - frame.left) / frame.width, (event.clientY - frame.top) / frame.height];
  };
  const move = ([x, y]: [number, number]) => {
    const [longitude, latitude] = degreesAt(cornersDeg, Math.min(1, Math.max(0, x)), Math.min(1, Math.max(0, y)));
    put({ longitude, latitude });
  };
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    const [x, y] = share(event), far = ([u, v]: readonly number[]) => Math.hypot((x - u!) * picture.width, (y - v!) * picture.height);
    const near = far(grip) < Math.min(14, far(middle));
    const within = Math.abs(x - middle[0]) <= Math.abs(grip[0] - middle[0]) && Math.abs(y - middle[1]) <= Math.abs(grip[1] - middle[1]);
    hold.current = { size: near, dx: within ? middle[0] - x : 0, dy: within ? middle[1] - y : 0 };
    if (!near && !within) move([x, y]);
  };
  const drag = (event: PointerEvent) => {
    const held = hold.current, [x, y] = share(event);
    if (held === undefined) return;
    if (!held.size) move([x + held.dx, y + held.dy]);
    else put({ km: (2 * Math.max(Math.abs(x - middle[0]) * extentM[0], Math.abs(y - middle[1]) * extentM[1])) / 1000 });
  };
  const step = (event: KeyboardEvent) => {
    const far = event.shiftKey ? 0.001 : 0.01;
    const way = ({ ArrowLeft: [-far, 0], ArrowRight: [far, 0], ArrowUp: [0, -far], ArrowDown: [0, far] } as { [key: string]: [number, number] })[event.key];
    const grow = ({ '+': 1.05, '=': 1.05, '-': 1 / 1.05 } as { [key: string]: number })[event.key];
    if (way === undefined && grow === undefined) return;
    event.preventDefault();
    if (way !== undefined) move([middle[0] + way[0], middle[1] + way[1]]);
    else put({ km: box.km * grow! });
  };
  const field = (label: string, value: number, digits: number, to: (value: number) => void) => (
    <label class="field"><span>{label}</span><NumberBox label={label} value={value} digits={digits} onChange={to} /></label>);
  const isSquare = Math.abs(info.cellM[0] - info.cellM[1]) < 1e-6 * info.cellM[0];
  const files = [from.name, beside.roads?.name, beside.cover?.name].filter((one) => one !== undefined);
  return (
    <Dialog title={t('placeTitle')} onClose={leavePlace} wide>
      <form class="place" onSubmit={(event) => { event.preventDefault(); void openPlace(from, box, count, look); }}>
        <div class="place-map" style={{ aspectRatio: `${extentM[0]} / ${extentM[1]}`, width: `min(100%, ${(62 * extentM[0]) / extentM[1]}vh)` }} role="application" tabIndex={0} aria-label={t('placeMap')} id="place-map"
          onPointerDown={down} onPointerMove={drag} onPointerUp={() => { hold.current = undefined; }} onPointerCancel={() => { hold.current = undefined; }} onKeyDown={step}>
          <canvas ref={canvas} width={1} height={1} aria-hidden="true" />
          <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true"><path class={inside ? '' : 'wrong'} d={`M0 0H1V1H0zM${outline.map(([x, y]) => `${x} ${y}`).join('L')}z`} /></svg>
          <span class="place-grip" style={{ left: `${grip[0] * 100}%`, top: `${grip[1] * 100}%` }} aria-hidden="true" />
        </div>
        <div class="place-fields">
          <p class="file-name">{files.join(' · ')}</p>
          <p class="hint">{t('placeHint')}</p>
          {field(t('longitude'), box.longitude, 5, (longitude) => put({ longitude }))}
          {field(t('latitude'), box.latitude, 5, (latitude) => put({ latitude }))}
          {field(t('sideKm'), box.km, 3, (km) => put({ km }))}
          <Choice id="place-points" label={t('boxPoints')} value={String(count)} onChange={(value) => setPoints(Number(value))} options={POINTS.map((one) => [String(one), `${one} × ${one}`] as const)} />
          <p class="hint">{t('boxCell', number((box.km * 1000) / (count - 1), 1))}</p>
          <Choice id="place-style" label={t('styles')} value={look} onChange={setStyle} options={styles.value.map(({ name }) => [name, name] as const)} />
          <p class={inside ? 'hint' : 'wrong'} id="place-box" role="status">{inside ? `--box ${box.longitude},${box.latitude},${box.km}` : t('boxOutside')}</p>
          <p class="hint">{t('placeCredit')}</p>
        </div>
        <div class="dialog-foot"><Button label={t('cancel')} onClick={leavePlace}>{t('cancel')}</Button>
          {isSquare && <Button label={t('placeWhole')} onClick={() => void openPlace(from, undefined, 0, look)}>{t('placeWhole')}</Button>}
          <button type="submit" class="button primary" id="place-open" disabled={!inside}><span>{t('openIt')}</span></button></div>
      </form>
    </Dialog>
  );
}
