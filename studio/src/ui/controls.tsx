/** Small parts of the page: buttons with symbols, sliders, numbers to type. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isAmbiguous, numberOf } from '../numbers';
import { say } from '../store';
import { decimal, number, t } from '../text';

/** Symbols as strokes in a box of 16. */
const strokes = {
  open: 'M2 13V4h4l1.5 2H14v7zM2 8h12', save: 'M8 2v8M4.5 7 8 10.5 11.5 7M2.5 13.5h11', undo: 'M3 6h6.5a3.5 3.5 0 0 1 0 7H6M6 3 3 6l3 3',
  redo: 'M13 6H6.5a3.5 3.5 0 0 0 0 7H10M10 3l3 3-3 3', add: 'M8 3v10M3 8h10', copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3', remove: 'M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5',
  up: 'M8 13V3M4 7l4-4 4 4', down: 'M8 3v10M4 9l4 4 4-4', left: 'M13 8H3M7 4 3 8l4 4', right: 'M3 8h10M9 4l4 4-4 4', dice: 'M3 3h10v10H3zM6 6h.01M10 10h.01M8 8h.01M10 6h.01M6 10h.01',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6', hidden: 'M2 2l12 12M4 4.8C2.4 6.2 1.5 8 1.5 8S4 12.5 8 12.5c1.2 0 2.3-.4 3.2-1M6.5 3.7C7 3.6 7.5 3.5 8 3.5c4 0 6.5 4.5 6.5 4.5s-.6 1.1-1.7 2.3',
  solo: 'M8 2.5v2M8 11.5v2M2.5 8h2M11.5 8h2M8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4', pick: 'M3 13l1-3 5-5 2 2-5 5zM9.5 4.5 11 3l2 2-1.5 1.5', compare: 'M8 2v12M3 4.5h3M3 8h3M3 11.5h3M10 4.5h3v7h-3z',
  palette: 'M8 2a6 6 0 1 0 0 12c1.5 0 1-1.7.6-2.3-.5-.9.1-1.7 1-1.7H12c1.2 0 2-.9 2-2.2C14 4.7 11.3 2 8 2M5 8h.01M6.5 5h.01M10 5.2h.01', box: 'M8 2l5.5 3v6L8 14l-5.5-3V5zM2.5 5 8 8l5.5-3M8 8v6',
  link: 'M6.5 9.5l3-3M7 4.5 8.5 3a2.8 2.8 0 0 1 4 4L11 8.5M9 11.5 7.5 13a2.8 2.8 0 0 1-4-4L5 7.5', keys: 'M2 4.5h12v7H2zM4.5 7h.01M7 7h.01M9.5 7h.01M12 7h.01M5 9.5h6', close: 'M4 4l8 8M12 4l-8 8', fit: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  brush: 'M13.5 2.5 7.5 8.5M6 8.2 8 10.2C8 12.6 6 13.6 2.5 13.5c1.6-.8 1-3.2 3.500-5.300', minus: 'M3 8h10', moon: 'M13 9.5A5.5 5.5 0 1 1 6.5 3 4.5 4.5 0 0 0 13 9.5z', export: 'M8 10V2.5M4.5 6 8 2.5 11.5 6M3 9.5v4h10v-4', warn: 'M8 2.5 14 13H2zM8 6.5v3M8 11.3h.01',
} as const;
export type Icon = keyof typeof strokes;
export function Symbol({ icon }: { icon: Icon }) {
  return <svg class="symbol" viewBox="0 0 16 16" aria-hidden="true"><path d={strokes[icon]} /></svg>;
}

interface ButtonProps {
  icon?: Icon; label: string; onClick: () => void; disabled?: boolean; pressed?: boolean; class?: string; title?: string; children?: ComponentChildren;
  id?: string; tabIndex?: number;
}
/** A button that always has a name; without children its symbol is all that is seen. */
export function Button({ icon, label, onClick, disabled, pressed, class: kind = '', title, children, id, tabIndex }: ButtonProps) {
  return (
    <button type="button" id={id} tabIndex={tabIndex} class={`button ${children === undefined ? 'bare' : ''} ${kind}`} aria-label={children === undefined ? label : undefined}
      title={title ?? label} disabled={disabled} aria-pressed={pressed} onClick={onClick}>
      {icon !== undefined && <Symbol icon={icon} />}{children !== undefined && <span>{children}</span>}
    </button>
  );
}

/** Why a text is no number. */
export const notNumber = (text: string) => (isAmbiguous(text) ? 'twoNumbers' as const : 'noNumber' as const);

/** A number to type. Enter takes it, Escape leaves it. */
export function NumberBox({ label, value, digits, sign = '', onChange, disabled }:
  { label: string; value: number; digits: number; sign?: string; onChange: (value: number) => void; disabled?: boolean }) {
  const [text, setText] = useState<string | undefined>(undefined), typing = useRef<string | undefined>(undefined);
  const type = (next: string | undefined) => setText(typing.current = next);
  const take = () => {
    const given = typing.current;
    if (given === undefined) return;
    type(undefined);
    const typed = numberOf(given, decimal(), sign.trim());
    if (typed !== undefined && Number.isFinite(typed)) onChange(typed);
    else if (given.trim() !== '') say(t(notNumber(given), given), 'error');
  };
  return (
    <input class={`number ${text === undefined ? '' : 'typing'}`} type="text" inputMode="decimal" aria-label={label} disabled={disabled}
      value={text ?? `${number(value, digits, false)}${sign}`}
      onFocus={(event) => event.currentTarget.select()} onInput={(event) => type(event.currentTarget.value)}
      onBlur={take} onKeyDown={(event) => {
        if (!event.ctrlKey && !event.metaKey) event.stopPropagation();
        if (event.key === 'Escape') type(undefined);
        if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur(); // which takes what was typed
      }} />
  );
}

/** The step that a key means: arrows a hundredth, with Shift a thousandth, pages a tenth. */
export function stepOf(event: KeyboardEvent): number | undefined {
  const fine = event.shiftKey ? 0.1 : 1;
  switch (event.key) {
    case 'ArrowRight': case 'ArrowUp': return 0.01 * fine;
    case 'ArrowLeft': case 'ArrowDown': return -0.01 * fine;
    case 'PageUp': return 0.1;
    case 'PageDown': return -0.1;
    case 'Home': return -Infinity;
    case 'End': return Infinity;
    default: return undefined;
  }
}

interface SliderProps {
  label: string; value: number; min: number; max: number; digits: number; sign?: string; scale?: number; initial?: number; disabled?: boolean;
  onChange: (value: number) => void; onEnd: () => void;
}
/** A bar to drag, with its name and its number in it. Double click resets. */
export function Slider({ label, value, min, max, digits, sign = '', scale = 1, initial, disabled, onChange, onEnd }: SliderProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState<number | undefined>(undefined);
  const now = held ?? value;
  useEffect(() => setHeld(undefined), [value]);
  const give = (next: number) => {
    const bounded = Math.min(max, Math.max(min, next));
    setHeld(bounded);
    onChange(bounded);
  };
  const follow = (event: PointerEvent) => {
    const box = bar.current!.getBoundingClientRect();
    give(min + ((event.clientX - box.left) / box.width) * (max - min));
  };
  return (
    <div class={`slider ${disabled ? 'disabled' : ''}`}>
      <span class="slider-name">{label}</span>
      <NumberBox label={`${label}: ${t('typeNumber')}`} value={now * scale} digits={digits} sign={sign} disabled={disabled ?? false}
        onChange={(typed) => { give(typed / scale); onEnd(); }} />
      <div ref={bar} class="bar" role="slider" tabIndex={disabled ? -1 : 0} aria-label={label} aria-disabled={disabled} aria-valuemin={min * scale} aria-valuemax={max * scale}
        aria-valuenow={Number((now * scale).toFixed(digits))} aria-valuetext={`${number(now * scale, digits)}${sign}`}
        onPointerDown={(event) => {
          if (disabled || event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          follow(event);
        }}
        onPointerMove={(event) => { if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event); }}
        onPointerUp={(event) => { if (event.currentTarget.hasPointerCapture(event.pointerId)) onEnd(); }}
        onDblClick={() => { if (initial !== undefined) { give(initial); onEnd(); } }}
        onKeyDown={(event) => {
          const step = disabled ? undefined : stepOf(event);
          if (step === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          give(Math.abs(step) === Infinity ? (step < 0 ? min : max) : now + step * (max - min));
        }}
        onBlur={onEnd}>
        <div class="fill" style={{ width: `${((Math.min(max, Math.max(min, now)) - min) / (max - min)) * 100}%` }} />
      </div>
    </div>
  );
}

/** A window over the page. */
export function Dialog({ title, onClose, children, wide = false }: { title: string; onClose: () => void; children: ComponentChildren; wide?: boolean }) {
  const box = useRef<HTMLDialogElement>(null), ended = useRef(false);
  /** At once: the browser tells of the end later, when another window may be open already. */
  const end = () => {
    if (ended.current) return;
    ended.current = true;
    box.current?.close();
    onClose();
  };
  useEffect(() => {
    if (box.current!.open) return;
    box.current!.showModal();
    box.current!.querySelector<HTMLElement>('.dialog-body :is(input, select, textarea, button)')?.focus();
  }, []);
  return (
    <dialog ref={box} class={wide ? 'wide' : ''} aria-label={title} onClose={end} onCancel={(event) => { event.preventDefault(); end(); }} onKeyDown={(event) => event.stopPropagation()}
      onClick={(event) => { if (event.target === box.current) end(); }}>
      <header><h2>{title}</h2><Button icon="close" label={t('close')} onClick={end} /></header>
      <div class="dialog-body">{children}</div>
    </dialog>
  );
}

export function Choice<T extends string>({ label, value, options, onChange, id }:
  { label: string; value: T; options: readonly (readonly [T, string])[]; onChange: (value: T) => void; id?: string }) {
  return (
    <label class="choice"><span>{label}</span>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value as T)}>
        {options.map(([key, words]) => <option key={key} value={key}>{words}</option>)}
      </select>
    </label>
  );
}
