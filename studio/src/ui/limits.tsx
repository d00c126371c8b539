/**
 * Limits of a layer over the ground's own histogram: four markers, two where the layer is full and two
 * beyond which there is nothing of it. A limit that is off has its markers at the end of the range.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Limit } from '../model';
import { BINS } from '../model';
import { change, ground, layer, picking, seal, stats } from '../store';
import { painting } from '../strokes';
import { number, t } from '../text';
import type { Label, Words } from '../text';
import { digitsOf, hexOf, inUnit, shownIn, unitOf, unitSign, written } from '../units';
import type { Kind } from '../units';
import { Button, NumberBox, stepOf } from './controls';

/** A limit in the unit shown: where there is nothing, and where the layer is full. */
interface Ends { on: boolean; zero: number; full: number }
type Side = 'min' | 'max';
const sides: Side[] = ['min', 'max'];

function endsOf(kind: Kind, limit: Limit, side: Side): Ends {
  const inward = side === 'min' ? 1 : -1;
  return { on: limit.on, zero: shownIn(kind, limit.at), full: shownIn(kind, limit.at + inward * limit.fuzziness) };
}

/** The area under counts, which may be far apart: the root of each. */
function area(counts: readonly number[], most: number): string {
  const points = counts.map((one, i) => `${((i + 0.5) / BINS) * 100},${40 - 38 * Math.sqrt(most > 0 ? one / most : 0)}`);
  return `M0,40 L${points.join(' L')} L100,40 Z`;
}

export function Limits({ kind }: { kind: Kind }) {
  const one = layer.value, info = ground.value?.info, graph = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState<{ side: Side; ends: Ends } | undefined>(undefined);
  useEffect(() => setHeld(undefined), [one]);
  if (one === undefined || info === undefined) return null;

  const title = t(kind), root = one.index === 0;
  const [low, high] = kind === 'altitude' ? info.altitudeM.map((m) => shownIn('altitude', m / info.cellM[2])) as [number, number] : [0, shownIn('slope', info.slope[1])];
  const span = Math.max(high - low, 1e-6);
  // The histogram of slopes has even steps of degrees, whatever the unit shown.
  const toShare = (value: number) => kind === 'slope' && unitOf('slope') === 'gradient' ? Math.atan(value) / Math.atan(info.slope[1]) : (value - low) / span;
  const toValue = (share: number) => kind === 'slope' && unitOf('slope') === 'gradient' ? Math.tan(share * Math.atan(info.slope[1])) : low + share * span;
  const ends = (side: Side): Ends => {
    if (held?.side === side) return held.ends;
    const found = endsOf(kind, one[kind][side === 'min' ? 0 : 1], side);
    const edge = side === 'min' ? low : high;
    return found.on ? found : { on: false, zero: edge, full: edge };
  };
  const unit = unitOf(kind), digits = digitsOf(kind), sign = unitSign(kind);

  const fadeOf = ({ zero, full }: Ends) => Math.abs(full - zero);
  const write = (side: Side, next: Ends) => {
    const was = ends(side), field = `${kind}.${side}`;
    setHeld({ side, ends: next });
    const shownAs = ({ on, zero }: Ends, signed: boolean): Words => (on ? inUnit(kind, zero, signed) : ['limitOff']);
    const isFade = was.on && next.on && was.zero === next.zero;
    const words: Label = isFade ? ['doChange', one.name, ['fadeOf', [kind]], inUnit(kind, fadeOf(was), false), inUnit(kind, fadeOf(next))]
      : ['doChange', one.name, [side === 'min' ? 'lowerOf' : 'upperOf', [kind]], shownAs(was, false), shownAs(next, true)];
    change([{ do: 'set', layer: one.index, field, value: next.on ? `${written(next.zero)}${unit}` : 'off' },
      ...(next.on ? [{ do: 'set' as const, layer: one.index, field: `${field}.fuzziness`, value: `${written(fadeOf(next))}${unit}` }] : [])],
    words, { key: `${field}:${one.index}` });
  };
  /** A limit takes its fade along, as "scree set" does. */
  const shift = (side: Side, value: number) => {
    const now = ends(side), was = now.on ? now : endsOf(kind, one[kind][side === 'min' ? 0 : 1], side), zero = kind === 'slope' ? Math.max(0, value) : value;
    write(side, { on: true, zero, full: zero + was.full - was.zero });
  };
  /** Of the width of the fade: markers of a limit cannot cross, the one that is moved takes the other along. */
  const move = (side: Side, which: 'zero' | 'full', value: number) => {
    const inward = side === 'min' ? 1 : -1, was = ends(side);
    const bounded = kind === 'slope' ? Math.max(0, value) : value;
    const next = { on: true, zero: was.zero, full: was.full, [which]: bounded };
    if ((next.full - next.zero) * inward < 0) {
      if (which === 'zero') next.full = bounded;
      else next.zero = bounded;
    }
    write(side, next);
  };

  const marker = (side: Side, which: 'zero' | 'full') => {
    const now = ends(side), value = kind === 'slope' ? Math.max(0, now[which]) : now[which], share = Math.min(1, Math.max(0, toShare(value)));
    const name = t(side === 'min' ? (which === 'zero' ? 'lowerZero' : 'lowerFull') : which === 'full' ? 'upperFull' : 'upperZero', title);
    const follow = (event: PointerEvent) => {
      const box = graph.current!.getBoundingClientRect();
      const to = toValue(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)));
      if (which === 'zero' && !event.shiftKey) shift(side, to);
      else move(side, which, to);
    };
    return (
      <div key={side + which} class={`marker ${which} ${side} ${now.on ? '' : 'off'}`} role="slider" tabIndex={root ? -1 : 0} aria-label={name} aria-disabled={root}
        aria-valuemin={Number(low.toFixed(digits))} aria-valuemax={Number(high.toFixed(digits))} aria-valuenow={Number(value.toFixed(digits))}
        aria-valuetext={now.on ? `${number(value, digits)}${sign}` : t('limitOff')} title={`${name} ${now.on ? number(value, digits) + sign : '–'}${which === 'zero' ? `; ${t('shiftDrag')}` : ''}`}
        style={{ left: `${share * 100}%` }}
        onPointerDown={(event) => {
          if (root || event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={(event) => { if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event); }}
        onPointerUp={(event) => { if (event.currentTarget.hasPointerCapture(event.pointerId)) seal(); }}
        onDblClick={() => { if (!root) { write(side, { ...now, on: !now.on }); seal(); } }}
        onBlur={seal}
        onKeyDown={(event) => {
          const step = root ? undefined : stepOf(event);
          if (step === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          const to = toValue(Math.abs(step) === Infinity ? (step < 0 ? 0 : 1) : Math.min(1, Math.max(0, share + step)));
          if (which === 'zero') shift(side, to);
          else move(side, which, to);
        }}><svg viewBox="0 0 12 12" aria-hidden="true"><path d={which === 'full' ? 'M1.5 2.5h9L6 10.5z' : 'M1.5 9.5h9L6 1.5z'} /></svg></div>
    );
  };

  const lower = ends('min'), upper = ends('max');
  const x = (value: number) => Math.min(100, Math.max(0, toShare(value) * 100));
  const shape = `M0,40 L${lower.on ? x(lower.zero) : 0},40 L${lower.on ? x(lower.full) : 0},1 L${upper.on ? x(upper.full) : 100},1 L${upper.on ? x(upper.zero) : 100},40 L100,40`;
  const counts = stats.value?.ground[kind], own = stats.value?.layer?.[kind], most = Math.max(1, ...(counts ?? [1]));
  return (
    <section class={`limits ${root ? 'disabled' : ''}`} aria-label={title}>
      <div class="limits-head"><h3>{title}</h3>
        <Button icon="pick" label={t(kind === 'altitude' ? 'pickAltitude' : 'pickSlope')} disabled={root} pressed={picking.value === kind}
          onClick={() => { painting.value = false; picking.value = picking.value === kind ? undefined : kind; }} /></div>
      <div class="graph" ref={graph}>
        <svg viewBox="0 0 100 40" preserveAspectRatio="none" role="img" aria-label={t(kind === 'altitude' ? 'histogramAltitude' : 'histogramSlope')}>
          {counts !== undefined && <path class="ground" d={area(counts, most)} />}
          {own !== undefined && <path class="own" d={area(own, most)} style={{ fill: hexOf(one.colour) }} />}
          {!root && <path class="shape" d={shape} />}
        </svg>
        <div class="markers">{sides.map((side) => (['zero', 'full'] as const).map((which) => marker(side, which)))}</div>
      </div>
      <div class="scale"><span>{number(low, kind === 'altitude' && unit === 'm' ? 0 : digits > 1 ? 2 : 0)}{sign}</span><span>{number(high, kind === 'altitude' && unit === 'm' ? 0 : digits > 1 ? 2 : 0)}{sign}</span></div>
      {sides.map((side) => {
        const now = ends(side);
        return (
          <div class="limit-row" key={side}>
            <label class="switch"><input type="checkbox" checked={now.on} disabled={root} aria-label={t(side === 'min' ? 'switchLower' : 'switchUpper', title)}
              onChange={(event) => {
                const stored = endsOf(kind, one[kind][side === 'min' ? 0 : 1], side);
                write(side, { ...stored, on: event.currentTarget.checked });
                seal();
              }} /><span>{t(side === 'min' ? 'from' : 'to')}</span></label>
            <NumberBox label={`${t(side === 'min' ? 'switchLower' : 'switchUpper', title)}: ${t('typeNumber')}`} value={now.zero} digits={digits} sign={sign} disabled={root || !now.on}
              onChange={(value) => { shift(side, value); seal(); }} />
            <span class="fade">{t('fade')}</span>
            <NumberBox label={`${t(side === 'min' ? 'switchLower' : 'switchUpper', title)}: ${t('fade')}`} value={fadeOf(now)} digits={digits} sign={sign} disabled={root || !now.on}
              onChange={(value) => { write(side, { ...now, full: now.zero + (side === 'min' ? 1 : -1) * Math.abs(value) }); seal(); }} />
          </div>
        );
      })}
    </section>
  );
}
