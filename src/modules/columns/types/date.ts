import { z } from 'zod';
import type { ColumnType } from '../column-type';
import { parseConfig } from '../configs/parse-config';
import { instantKind } from '../kinds/instant-kind';
import { asStored } from '../values/as-stored';
import { instantText } from '../values/instant-text';
import { noReferences } from '../values/no-references';
import { parseInstant } from '../values/parse-instant';
import { sameScalar } from '../values/same-scalar';

const MIDNIGHT = 'T00:00:00.000Z';

const schema = z.strictObject({ includeTime: z.boolean().default(false) });

/** An instant. `includeTime` is how it is shown: the time is kept either way (contract §6). */
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
  // A date that was given without a time means its day in every zone.
  formulaValue: (stored, { includeTime }) => ({
    instant: Date.parse(stored),
    ...(!includeTime && stored.endsWith(MIDNIGHT) ? { isDay: true } : {}),
  }),
};
