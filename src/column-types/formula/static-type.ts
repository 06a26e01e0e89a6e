import type { FormulaType } from './formula-value';

/** The type of a part before evaluation; `blank` is the empty text, which is compatible with every type. */
export type StaticType = FormulaType | 'blank';

/** The type that a parameter or an operator requires; other values are converted to it. */
export type Need = 'number' | 'text' | 'flag' | 'instant' | 'any';

const WORDS: Readonly<Record<StaticType, string>> = {
  number: 'a number',
  text: 'a text',
  flag: 'TRUE or FALSE',
  instant: 'a date',
  list: 'a list',
  any: 'a value',
  blank: 'an empty text',
};

/** The name of a type in error messages. */
export function typeInWords(type: StaticType): string {
  return WORDS[type];
}

/** Why no value of the type can be converted to the required type; null if some can. */
export function mismatch(type: StaticType, need: Need): string | null {
  const isNever =
    (need === 'instant' && (type === 'number' || type === 'flag')) ||
    ((need === 'number' || need === 'flag') && type === 'instant');
  return isNever ? `Expected ${WORDS[need]}, got ${WORDS[type]}` : null;
}

/** The common type of several alternatives. */
export function eitherType(types: readonly StaticType[]): StaticType {
  const known = new Set(types.filter((type) => type !== 'blank'));
  if (known.size > 1) return 'any';
  return [...known][0] ?? 'blank';
}
