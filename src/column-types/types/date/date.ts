import { z } from 'zod';
import type { ColumnType } from '../../column-type';
import { parseConfig } from '../../configs/parse-config';
import { instantKind } from '../../kinds/instant-kind';
import { asStored, noReferences, sameScalar } from '../../values/plain-values';
import { dayOrInstant, instantText } from '../../values/day-or-instant';
import { parseInstant } from '../../values/parse-instant';

const schema = z.strictObject({ includeTime: z.boolean().default(false) });

/** An instant. `includeTime` only affects display: the time is always stored (contract §6). */
export const date: ColumnType<string, z.output<typeof schema>> = {
  ...instantKind,
  name: 'date',
  writable: true,
  storedIsWire: true,
  parseConfig: (input, context) => parseConfig(schema, input, context),
  parseValue: parseInstant,
  present: asStored,
  toText: instantText,
  equals: sameScalar,
  references: noReferences,
  holdsDays: ({ includeTime }) => !includeTime,
  formulaValue: (stored, { includeTime }) =>
    includeTime ? { instant: Date.parse(stored) } : dayOrInstant(stored),
};
