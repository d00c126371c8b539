/**
 * The map from above. A canvas keeps the texels of the last picture and shows them wherever the camera is;
 * the engine sends new ones for what is to be seen.
 */
import { effect, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Shown } from '../engine';
import { HOT, STEEP, STEEP_DEGREES } from '../model';
import type { ViewOptions } from '../model';
import { begin, end, move, painting, sizeM, way } from '../strokes';
import { change, compared, contourM, doc, engine, explainPlace, ground, hidden, latest, layer, look, overlay, painter, picking, probe, refuse, say, sight, steps, view } from '../store';
import type { Step } from '../store';
import { number, t, tell } from '../text';
import { digitsOf, inUnit, shownIn, unitOf, unitSign, written } from '../units';
import type { Kind } from '../units';
import { Button, Choice, stepOf } from './controls';

/** The middle of what is seen in metres from the north-west, and pixels of the screen a metre. */
interface Camera { xM: number; yM: number; scale: number }
export const camera = signal<Camera | undefined>(undefined);
const MOST_TEXELS = 2.2e6;
const MOST_SIDE = 1048576;
const ROADS_SIDE = 4096;

interface Layout { wholeX: number; wholeY: number; left: number; top: number }
/** Where the whole terrain lies on a screen of so many pixels: whole pixels, so that texels stay sharp. */
function layoutOf({ xM, yM, scale }: Camera, extentM: readonly number[], width: number, height: number): Layout {
  const wholeX = Math.max(1, Math.min(MOST_SIDE, Math.round(extentM[0]! * scale))), wholeY = Math.max(1, Math.min(MOST_SIDE, Math.round(extentM[1]! * scale)));
  return { wholeX, wholeY, left: Math.round(width / 2 - (xM / extentM[0]!) * wholeX), top: Math.round(height / 2 - (yM / extentM[1]!) * wholeY) };
}
/** The texels to ask for. */
function viewOf(layout: Layout, width: number, height: number): ViewOptions | undefined {
  const { wholeX, wholeY, left, top } = layout;
  const x0 = Math.max(0, -left), y0 = Math.max(0, -top), x1 = Math.min(wholeX, width - left), y1 = Math.min(wholeY, height - top);
  if (x1 <= x0 || y1 <= y0) return undefined;
  const share = Math.min(1, Math.sqrt(MOST_TEXELS / ((x1 - x0) * (y1 - y0))));
  const w = Math.max(1, Math.round(wholeX * share)), h = Math.max(1, Math.round(wholeY * share));
  const column = Math.floor((x0 / wholeX) * w), row = Math.floor((y0 / wholeY) * h);
  return { width: w, height: h, column, row, columns: Math.max(1, Math.min(w, Math.ceil((x1 / wholeX) * w)) - column), rows: Math.max(1, Math.min(h, Math.ceil((y1 / wholeY) * h)) - row) };
}
function fitted(extentM: readonly number[], width: number, height: number): Camera {
  return { xM: extentM[0]! / 2, yM: extentM[1]! / 2, scale: Math.min((width - 24) / extentM[0]!, (height - 24) / extentM[1]!) };
}

interface Sheet { view: ViewOptions; canvas: OffscreenCanvas }
function sheetFor(options: ViewOptions): Sheet {
  return { view: options, canvas: new OffscreenCanvas(options.columns, options.rows) };
}

export function MapView({ children }: { children?: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null), canvas = useRef<HTMLCanvasElement>(null);
  const state = useRef<{ front?: Sheet; back?: Sheet; whole?: Sheet; other?: Sheet; roads?: OffscreenCanvas | undefined; size: { width: number; height: number }; drawn: boolean; hand?: { x: number; y: number } | undefined }>({ size: { width: 0, height: 0 }, drawn: false });
  const [wipe, setWipe] = useState(0.5);
  const wipeNow = useRef(0.5);
  const [hover, setHover] = useState<{ xM: number; yM: number; altitudeM: number; slope: number } | undefined>(undefined);
  const [rectangle, setRectangle] = useState<{ x0: number; y0: number; x1: number; y1: number } | undefined>(undefined);

  const extent = () => ground.peek()!.info.extentM;
  useEffect(() => { sight.of = () => canvas.current!; }, []);
  const draw = () => {
    const s = state.current;
    if (s.drawn) return;
    s.drawn = true;
    requestAnimationFrame(() => {
      s.drawn = false;
      const to = canvas.current, at = camera.peek(), land = ground.peek();
      if (to === null || at === undefined || land === undefined || s.size.width === 0) return;
      if (to.width !== s.size.width || to.height !== s.size.height) {
        to.width = s.size.width;
        to.height = s.size.height;
      }
      const pen = to.getContext('2d')!, layout = layoutOf(at, extent(), to.width, to.height);
      pen.clearRect(0, 0, to.width, to.height);
      const lay = (sheet: Sheet | undefined) => {
        if (sheet === undefined) return;
        const { view: v } = sheet, fx = layout.wholeX / v.width, fy = layout.wholeY / v.height;
        const place = [layout.left + v.column * fx, layout.top + v.row * fy, v.columns * fx, v.rows * fy] as const;
        pen.imageSmoothingEnabled = fx !== 1 || fy !== 1;
        pen.clearRect(...place); // what has no ground is seen through
        pen.drawImage(sheet.canvas, ...place);
      };
      if (s.front === undefined || s.front.view.columns < s.front.view.width || s.front.view.rows < s.front.view.height) lay(s.whole);
      lay(s.front);
      if (compared.peek() !== undefined && s.other !== undefined) {
        pen.save();
        pen.beginPath();
        const x = Math.round(to.width * wipeNow.current);
        pen.rect(x, 0, to.width - x, to.height);
        pen.clip();
        lay(s.other);
        pen.restore();
      }
      if (s.roads !== undefined) {
        pen.imageSmoothingEnabled = true;
        pen.drawImage(s.roads, layout.left, layout.top, layout.wholeX, layout.wholeY);
      }
      if (painting.peek() && s.hand !== undefined) {
        const radius = (sizeM.peek() / 2 / extent()[0]) * layout.wholeX;
        for (const [colour, width] of [['#000', 3], [way.peek() === 'add' ? '#fff' : '#f77', 1.4]] as const) {
          pen.strokeStyle = colour;
          pen.lineWidth = width * devicePixelRatio;
          pen.beginPath();
          pen.arc(s.hand.x, s.hand.y, Math.max(2, radius), 0, 7);
          pen.stroke();
        }
      }
      const place = probe.peek();
      if (place !== undefined) {
        const [ex, ey] = extent(), x = layout.left + (place.xM / ex) * layout.wholeX, y = layout.top + (place.yM / ey) * layout.wholeY;
        const ratio = devicePixelRatio;
        for (const [colour, width] of [['#000', 3], ['#fff', 1.4]] as const) {
          pen.strokeStyle = colour;
          pen.lineWidth = width * ratio;
          pen.beginPath();
          pen.arc(x, y, 6 * ratio, 0, 7);
          pen.moveTo(x - 11 * ratio, y);
          pen.lineTo(x - 3 * ratio, y);
          pen.moveTo(x + 3 * ratio, y);
          pen.lineTo(x + 11 * ratio, y);
          pen.stroke();
        }
      }
    });
  };

  /** Roads over the map, as pictures of the library show them. */
  const fetchRoads = latest(async () => {
    const land = ground.peek();
    state.current.roads = undefined;
    if (land?.beside.roads !== undefined) {
      const { width, height, rgba } = await engine.peek()!.later('roads', Math.min(ROADS_SIDE, 4 * Math.max(land.info.pointsX, land.info.pointsY))), sheet = new OffscreenCanvas(width, height);
      if (ground.peek() !== land) return;
      sheet.getContext('2d')!.putImageData(new ImageData(rgba, width, height), 0, 0);
      state.current.roads = sheet;
    }
    draw();
  });

  const ask = () => {
    const s = state.current, at = camera.peek();
    if (at === undefined || ground.peek() === undefined || s.size.width === 0) return;
    const next = viewOf(layoutOf(at, extent(), s.size.width, s.size.height), s.size.width, s.size.height);
    const now = view.peek();
    if (next === undefined || (now !== undefined && (Object.keys(next) as (keyof ViewOptions)[]).every((key) => next[key] === now[key]))) return;
    view.value = next;
  };

  useEffect(() => {
    painter.paint = ({ scene, row, strip, last }: Shown) => {
      const s = state.current;
      if (s.front?.view !== scene.view && s.back?.view !== scene.view) s.back = sheetFor(scene.view);
      const sheet = s.front?.view === scene.view ? s.front : s.back!;
      sheet.canvas.getContext('2d')!.putImageData(new ImageData(strip.rgba, strip.width, strip.height), 0, row);
      if (last && sheet === s.back) {
        s.front = sheet;
        delete s.back;
      }
      if (last && sheet.view.columns === sheet.view.width && sheet.view.rows === sheet.view.height) s.whole = sheet;
      draw();
    };
    const watch = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect, s = state.current;
      s.size = { width: Math.max(1, Math.round(width * devicePixelRatio)), height: Math.max(1, Math.round(height * devicePixelRatio)) };
      if (camera.peek() === undefined && ground.peek() !== undefined) camera.value = fitted(extent(), s.size.width, s.size.height);
      draw();
      ask();
    });
    watch.observe(box.current!);
    let land = ground.peek()?.bytes, extents = String(ground.peek()?.info.extentM), timer = 0, turn = 0;
    /** The other side of the wipe, for what is seen last: what waits gives way. */
    const compare = latest(async () => {
      const mine = turn, which = compared.peek(), shape = view.peek(), other = which === undefined ? undefined : steps.peek()[which];
      if (other === undefined || shape === undefined) {
        delete state.current.other;
        draw();
        return;
      }
      const sheet = sheetFor(shape);
      await engine.peek()!.behind({ view: shape, doc: other.doc, hidden: hidden.peek(), look: look.peek(), key: 0 }, () => mine === turn, (row, strip) => {
        sheet.canvas.getContext('2d')!.putImageData(new ImageData(strip.rgba, strip.width, strip.height), 0, row);
        state.current.other = sheet;
        draw();
      }).catch((thrown: unknown) => refuse(thrown));
    });
    const stops = [
      effect(() => {
        const now = ground.value;
        if (now === undefined) return;
        const s = state.current;
        fetchRoads();
        if (now.bytes !== land || String(now.info.extentM) !== extents || camera.peek() === undefined) {
          delete s.front;
          delete s.back;
          delete s.whole;
          [land, extents] = [now.bytes, String(now.info.extentM)];
          if (s.size.width > 0) camera.value = fitted(now.info.extentM, s.size.width, s.size.height);
          view.value = undefined;
        }
        ask();
      }),
      effect(() => {
        void camera.value;
        draw();
        clearTimeout(timer);
        timer = window.setTimeout(ask, 60);
      }),
      effect(() => {
        void [probe.value, painting.value, sizeM.value, way.value];
        draw();
      }),
      effect(() => {
        void [compared.value, view.value, look.value, hidden.value, compared.value === undefined ? undefined : steps.value[compared.value]?.doc];
        turn++;
        compare();
      }),
    ];
    return () => {
      watch.disconnect();
      for (const stop of stops) stop();
      painter.paint = () => undefined;
    };
  }, []);

  const toMetres = (event: { clientX: number; clientY: number }) => {
    const frame = canvas.current!.getBoundingClientRect(), { width, height } = state.current.size, layout = layoutOf(camera.peek()!, extent(), width, height);
    const x = (event.clientX - frame.left) * devicePixelRatio, y = (event.clientY - frame.top) * devicePixelRatio;
    return { x, y, xM: ((x - layout.left + 0.5) / layout.wholeX) * extent()[0], yM: ((y - layout.top + 0.5) / layout.wholeY) * extent()[1] };
  };
  const onGround = (xM: number, yM: number) => xM >= 0 && yM >= 0 && xM < extent()[0] && yM < extent()[1];
  const zoom = (factor: number, x = state.current.size.width / 2, y = state.current.size.height / 2) => {
    const at = camera.peek()!, { width, height } = state.current.size, info = ground.peek()!.info;
    const most = Math.min(MOST_SIDE / Math.max(...info.extentM), 48 / info.cellM[0]), least = fitted(info.extentM, width, height).scale / 2;
    const scale = Math.min(most, Math.max(least, at.scale * factor)), given = scale / at.scale;
    camera.value = { scale, xM: at.xM + ((x - width / 2) / at.scale) * (1 - 1 / given), yM: at.yM + ((y - height / 2) / at.scale) * (1 - 1 / given) };
  };
  const pan = (dx: number, dy: number) => {
    const at = camera.peek()!, [ex, ey] = extent();
    camera.value = { ...at, xM: Math.min(ex, Math.max(0, at.xM - dx / at.scale)), yM: Math.min(ey, Math.max(0, at.yM - dy / at.scale)) };
  };
  const fit = () => { camera.value = fitted(extent(), state.current.size.width, state.current.size.height); };

  /** Limits from the picture: of a place, the limit that is nearer; of a rectangle, both. */
  const pickPlace = async (xM: number, yM: number) => {
    const one = layer.peek(), which = picking.peek(), info = ground.peek()!.info;
    if (one === undefined || one.index === 0 || which === undefined || which === 'both') return;
    const found = await engine.peek()!.ask('ground', xM, yM);
    if (found === undefined || Number.isNaN(found.altitudeM)) return say(t('noGround'));
    const value = which === 'altitude' ? found.altitudeM / info.cellM[2] : found.slope;
    const [low, high] = one[which], range = which === 'altitude' ? info.altitudeM.map((m) => m / info.cellM[2]) : info.slope;
    const toLow = Math.abs(value - (low.on ? low.at : range[0]!)), toHigh = Math.abs(value - (high.on ? high.at : range[1]!));
    const [side, was, what] = toLow <= toHigh ? ['min', low, 'lowerOf'] as const : ['max', high, 'upperOf'] as const;
    change([{ do: 'set', layer: one.index, field: `${which}.${side}`, value: `${written(shownIn(which, value))}${unitOf(which)}` }],
      ['doChange', one.name, [what, [which]], was.on ? inUnit(which, shownIn(which, was.at), false) : ['limitOff'], inUnit(which, shownIn(which, value))]);
  };
  const pickRectangle = async (a: { xM: number; yM: number }, b: { xM: number; yM: number }) => {
    const one = layer.peek(), info = ground.peek()!.info;
    if (one === undefined || one.index === 0) return;
    const found = await engine.peek()!.ask('range', a.xM, a.yM, b.xM, b.yM);
    if (found === undefined) return say(t('noGround'));
    const sides = (kind: Kind, [low, high]: [number, number]) => ([['min', low], ['max', high]] as const).map(([side, value]) => (
      { do: 'set' as const, layer: one.index, field: `${kind}.${side}`, value: `${written(Math.max(kind === 'slope' ? 0 : -Infinity, shownIn(kind, value)))}${unitOf(kind)}` }));
    change([...sides('altitude', found.altitudeM.map((m) => m / info.cellM[2]) as [number, number]), ...sides('slope', found.slope)], ['doSet', one.name, ['pick']]);
  };

  const drag = useRef<{ x: number; y: number; moved: boolean; from: { xM: number; yM: number }; frame: { x: number; y: number } } | undefined>(undefined);
  const brushing = useRef(false);
  const dab = (xM: number, yM: number) => {
    begin(xM, yM, false);
    end();
  };
  const hoverTimer = useRef(0);
  return (
    <div class={`map ${picking.value !== undefined ? 'picking' : ''} ${painting.value ? 'painting' : ''}`} ref={box}>
      <canvas ref={canvas} tabIndex={0} role="application" aria-label={t('mapLabel')} id="map-canvas"
        onWheel={(event) => {
          event.preventDefault();
          const { x, y } = toMetres(event);
          zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), x, y);
        }}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          if (painting.value) {
            const { xM, yM } = toMetres(event);
            begin(xM, yM, event.shiftKey);
            brushing.current = true;
            return;
          }
          drag.current = { x: event.clientX, y: event.clientY, moved: false, from: toMetres(event), frame: { x: event.offsetX, y: event.offsetY } };
        }}
        onPointerCancel={() => {
          drag.current = undefined;
          if (brushing.current) end(true);
          brushing.current = false;
        }}
        onPointerMove={(event) => {
          const d = drag.current;
          if (painting.value) {
            const each = brushing.current ? event.getCoalescedEvents() : [], { x, y } = toMetres(event);
            for (const one of each.length > 0 ? each : brushing.current ? [event] : []) {
              const { xM, yM } = toMetres(one);
              move(xM, yM);
            }
            state.current.hand = { x, y };
            draw();
            if (brushing.current) return;
          }
          if (d !== undefined) {
            if (!d.moved && Math.hypot(event.clientX - d.x, event.clientY - d.y) < 4) return;
            d.moved = true;
            if (picking.value !== undefined) setRectangle({ x0: Math.min(d.frame.x, event.offsetX), y0: Math.min(d.frame.y, event.offsetY), x1: Math.max(d.frame.x, event.offsetX), y1: Math.max(d.frame.y, event.offsetY) });
            else {
              pan((event.clientX - d.x) * devicePixelRatio, (event.clientY - d.y) * devicePixelRatio);
              d.x = event.clientX;
              d.y = event.clientY;
            }
            return;
          }
          const { xM, yM } = toMetres(event);
          clearTimeout(hoverTimer.current);
          hoverTimer.current = window.setTimeout(() => {
            if (!onGround(xM, yM)) setHover(undefined);
            else void engine.peek()!.ask('ground', xM, yM).then((found) => setHover(found && { xM, yM, ...found }));
          }, 30);
        }}
        onPointerUp={(event) => {
          const d = drag.current, here = toMetres(event);
          drag.current = undefined;
          if (brushing.current) end();
          brushing.current = false;
          setRectangle(undefined);
          if (d === undefined) return;
          if (picking.value !== undefined) {
            if (d.moved) void pickRectangle(d.from, here);
            else if (onGround(here.xM, here.yM)) void pickPlace(here.xM, here.yM);
            if (d.moved) picking.value = undefined;
          } else if (!d.moved && onGround(here.xM, here.yM)) void explainPlace(here.xM, here.yM);
        }}
        onPointerLeave={() => { state.current.hand = undefined; draw(); clearTimeout(hoverTimer.current); setHover(undefined); }}
        onKeyDown={(event) => {
          if (event.ctrlKey || event.metaKey || event.altKey) return;
          const far = event.shiftKey ? 200 : 50, at = camera.peek();
          const moves: { [key: string]: () => void } = { ArrowLeft: () => pan(far, 0), ArrowRight: () => pan(-far, 0), ArrowUp: () => pan(0, far), ArrowDown: () => pan(0, -far),
            '+': () => zoom(1.25), '=': () => zoom(1.25), '-': () => zoom(0.8), '0': fit, Enter: () => { if (at !== undefined && painting.value) dab(at.xM, at.yM); else if (at !== undefined) void (picking.value !== undefined ? pickPlace(at.xM, at.yM) : explainPlace(at.xM, at.yM)); },
            Escape: () => { end(true); picking.value = undefined; painting.value = false; } };
          const run = moves[event.key];
          if (run === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          run();
        }} />
      {rectangle !== undefined && <div class="rectangle" style={{ left: `${rectangle.x0}px`, top: `${rectangle.y0}px`, width: `${rectangle.x1 - rectangle.x0}px`, height: `${rectangle.y1 - rectangle.y0}px` }} />}
      {picking.value !== undefined && <p class="pick-hint" role="status">{t('pickHint')}</p>}
      {painting.value && <p class="pick-hint" role="status">{t('paintHint', layer.value?.name ?? '')}</p>}
      {compared.value !== undefined && steps.value[compared.value] !== undefined && (
        <div class="wipe" role="slider" tabIndex={0} aria-label={t('wipe', stepName(steps.value[compared.value]!, compared.value))} aria-valuemin={0} aria-valuemax={100} aria-valuenow={Math.round(wipe * 100)} style={{ left: `${wipe * 100}%` }}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={(event) => {
            if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
            const frame = box.current!.getBoundingClientRect();
            setWipe(wipeNow.current = Math.min(1, Math.max(0, (event.clientX - frame.left) / frame.width)));
            draw();
          }}
          onKeyDown={(event) => {
            const step = stepOf(event);
            if (step === undefined) return;
            event.preventDefault();
            setWipe(wipeNow.current = Math.min(1, Math.max(0, wipeNow.current + step)));
            draw();
          }}><span class="wipe-label">{stepName(steps.value[compared.value]!, compared.value)}</span></div>)}
      <div class="map-tools" role="toolbar" aria-label={t('map')}>
        <Button icon="add" label={t('zoomIn')} onClick={() => zoom(1.5)} />
        <Button icon="minus" label={t('zoomOut')} onClick={() => zoom(1 / 1.5)} />
        <Button icon="fit" label={t('fit')} onClick={fit} />
      </div>
      {children}
      <Legend />
      <div class="map-place" aria-hidden="true">{hover === undefined ? '' : Number.isNaN(hover.altitudeM) ? `${t('place', `${number(hover.xM, 0)} m`, `${number(hover.yM, 0)} m`)}  ·  ${t('noGround')}` : `${t('place', `${number(hover.xM, 0)} m`, `${number(hover.yM, 0)} m`)}  ·  ${number(shownIn('altitude', hover.altitudeM / ground.value!.info.cellM[2]), digitsOf('altitude'))}${unitSign('altitude')}  ·  ${number(shownIn('slope', hover.slope), digitsOf('slope'))}${unitSign('slope')}`}</div>
    </div>
  );
}

/** What the colours of an overlay mean; those of the strongest layers stand in the list of layers. */
function Legend() {
  const kind = overlay.value, chip = (colour: number) => <span class="chip" style={{ background: `#${colour.toString(16).padStart(6, '0')}` }} aria-hidden="true" />;
  if (kind === 'none' || kind === 'winner') return null;
  return (
    <div class="legend" role="note">
      {kind === 'slope' ? <><span>{t('legendSlope')}</span>{STEEP.map((colour, i) => <span key={colour}>{chip(colour)} {i * STEEP_DEGREES}°{i + 1 < STEEP.length ? `–${(i + 1) * STEEP_DEGREES}°` : ` ${t('andMore')}`}</span>)}</>
        : <span>{chip(HOT)} {kind === 'reach' ? t('legendReach', layer.value?.name ?? '') : t('legendMargin')}</span>}
    </div>
  );
}

export function stepName(one: Step, i: number): string {
  return i === 0 ? tell(one.label) : `${i}: ${tell(one.label)}`;
}

/** What is laid over the map. */
export function Overlays() {
  void doc.value;
  return (
    <div class="overlays">
      <Choice label={t('overlay')} value={overlay.value} onChange={(value) => { overlay.value = value; }} options={[
        ['none', t('overlayNone')], ['reach', t('overlayReach')], ['winner', t('overlayWinner')], ['margin', t('overlayMargin')], ['slope', t('overlaySlope')]]} />
      <Choice label={t('contours')} value={String(contourM.value)} onChange={(value) => { contourM.value = Number(value); }} options={[
        ['0', t('contourOff')], ...['1', '2', '5', '10', '20', '50', '100', '200', '500'].map((m) => [m, `${m} m`] as const)]} />
    </div>
  );
}
