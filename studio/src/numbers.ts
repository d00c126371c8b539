/** Numbers that people type. Nothing here knows a page. */

const SHAPE = /^[+-]?(\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?$/i;

/** Whether a text that is no number for numberOf() is one to people, who may mean two. */
export const isAmbiguous = (text: string): boolean => /^[+-]?\d[\d.,'\u00a0\u202f ]*$/.test(text.trim());

/**
 * The number that a text means, with a comma or a point as the decimal sign; undefined if it means none,
 * or may mean two: "1,234" may be 1234 where the decimal sign is a point. `decimal`: the sign that is no
 * other than the decimal one. `unit`: may follow the number.
 */
export function numberOf(text: string, decimal: '.' | ',' = '.', unit = ''): number | undefined {
  let plain = text.trim().replace('\u2212', '-');
  if (unit !== '' && plain.endsWith(unit)) plain = plain.slice(0, -unit.length).trimEnd();
  const digits = SHAPE.exec(plain)?.[1];
  if (digits === undefined) return undefined;
  const other = decimal === '.' ? ',' : '.';
  if (new RegExp(`^[1-9]\\d{0,2}\\${other}\\d{3}$`).test(digits)) return undefined;
  return Number(plain.replace(',', '.'));
}
