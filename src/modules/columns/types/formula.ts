import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type FormulaType, showFormula } from '../formula';
import type { ColumnType, StoredValue } from '../column-type';
import { parseConfig } from '../configs/parse-config';
import { resultKind } from '../kinds/result-kind';
import { presentResult, refuseValue, resultText } from '../values/computed-value';
import { noReferences } from '../values/no-references';

export const EXPRESSION_MAX_LENGTH = 4_096;

const schema = z.strictObject({ expression: z.string().max(EXPRESSION_MAX_LENGTH).default('') });

/** What is given, and what is found out from it when it is saved (FormulaConfigs). */
export type FormulaConfig = {
  /** Columns stand in it by their ids, so that renames are followed. */
  expression: string;
  result?: FormulaType;
  /** Present where the result may change while no value does. */
  readsClock?: true;
  /** Last names of columns that the expression names and that are gone, by id. */
  gone?: Record<string, string>;
};

/** Computed from the item's other columns, which the expression names as {Column Name}. */
export const formula: ColumnType<StoredValue, FormulaConfig> = {
  ...resultKind,
  name: 'formula',
  writable: false,
  computedFrom: 'expression',
  storedIsWire: false,
  parseConfig: (input, context) => {
    const given = parseConfig(schema, input, { ...context, previous: null });
    const before = (context.previous as FormulaConfig | null)?.expression;
    // The kept form, with ids for names, may be longer than what may be written.
    const isKept = input !== null && !Object.hasOwn(Object(input), 'expression');
    return isKept && before !== undefined ? { expression: before } : given;
  },
  presentConfig: ({ expression, gone = {} }, columns) => {
    const left = Object.entries(gone).map(([id, name]) => ({ id, name }));
    return { expression: showFormula(expression, [...columns, ...left]) };
  },
  parseValue: refuseValue,
  present: presentResult,
  toText: resultText,
  equals: isDeepStrictEqual,
  references: noReferences,
};
