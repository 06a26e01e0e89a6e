import { isDeepStrictEqual } from 'node:util';
import { showFormula } from '../../formula';
import type { ColumnType, StoredValue } from '../../column-type';
import { type FormulaConfig, formulaSchema } from '../../configs/computed-configs';
import { parseConfig } from '../../configs/parse-config';
import { resultKind } from '../../kinds/result-kind';
import { parseResult, presentResult, rejectValue, resultText } from '../../values/computed-value';
import { asStored, noReferences } from '../../values/plain-values';

/** Computed from the item's other columns, which the expression refers to as {Column Name}. */
export const formula: ColumnType<StoredValue, FormulaConfig> = {
  ...resultKind,
  name: 'formula',
  writable: false,
  computedFrom: 'expression',
  formulaConfig: asStored,
  storedIsWire: false,
  parseConfig: (input, context) => {
    const given = parseConfig(formulaSchema, input, { previous: null });
    const before = context.previous?.expression;
    // The stored form, with ids instead of names, can be longer than the limit for input.
    const isKept = input !== null && !Object.hasOwn(Object(input), 'expression');
    return isKept && before !== undefined ? { expression: before } : given;
  },
  presentConfig: ({ expression, gone = {} }, columns) => {
    const left = Object.entries(gone).map(([id, name]) => ({ id, name }));
    return { expression: showFormula(expression, [...columns, ...left]) };
  },
  parseValue: rejectValue,
  parseStored: parseResult,
  present: presentResult,
  toText: resultText,
  equals: isDeepStrictEqual,
  references: noReferences,
};
