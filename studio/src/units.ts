/** Units that people choose, of numbers that the library has in terrain units and gradients. */
import { altitudeUnit, ground, slopeUnit } from './store';
import { number } from './text';

export type Kind = 'altitude' | 'slope';
const degrees = (gradient: number) => (Math.atan(gradient) * 180) / Math.PI;

/** A number of the library's in the unit that is shown. */
export function shownIn(kind: Kind, value: number): number {
  if (kind === 'slope') return slopeUnit.value === 'deg' ? degrees(value) : value;
  return altitudeUnit.value === 'm' ? value * (ground.value?.info.cellM[2] ?? 1) : value;
}
export const unitOf = (kind: Kind): string => (kind === 'slope' ? slopeUnit.value : altitudeUnit.value);
export const unitSign = (kind: Kind): string => ({ m: ' m', tu: ' tu', deg: '°', gradient: '' })[unitOf(kind)] ?? '';
/** Digits behind the point that are worth showing. */
export const digitsOf = (kind: Kind): number => ({ m: 1, tu: 2, deg: 1, gradient: 3 })[unitOf(kind)] ?? 1;
/** A number in the unit that is shown, with its sign, without zeros at the end. */
export function inUnit(kind: Kind, shown: number, sign = true): string {
  const rounded = Number(shown.toFixed(digitsOf(kind)));
  return `${number(rounded, String(rounded).split('.')[1]?.length ?? 0, false)}${sign ? unitSign(kind) : ''}`;
}
/** A number as the library reads it, without exponents. */
export const written = (value: number): string => String(Number(value.toFixed(6)));

/** What was typed, in the unit of the value before if it has none. */
export function writtenWith(typed: string, before: string): string {
  const plain = typed.trim(), unit = /^[-+]?[\d.,]+(?:e[-+]?\d+)?\s*([^\d\s].*)$/i.exec(before)?.[1];
  return /^[-+]?[\d.,]+(e[-+]?\d+)?$/i.test(plain) ? `${plain.replace(',', '.')}${unit ?? ''}` : plain;
}

/** A colour of the file, linear, as the picker of a browser has it (docs/surface-text.md, colour). */
export function hexOf(colour: readonly number[]): string {
  return '#' + colour.map((part) => Math.round(255 * Math.sqrt(Math.min(1, Math.max(0, part)))).toString(16).padStart(2, '0')).join('');
}
