import type { ColumnType } from '../../column-type';
import { type EmptyConfig, parseEmptyConfig } from '../../configs/parse-config';
import { textKind } from '../../kinds/text-kind';
import { asStored, noReferences, sameScalar } from '../../values/plain-values';
import { parseText } from '../../values/parse-text';

export const TEXT_MAX_LENGTH = 10_000;

/** Text of one or a few lines, stored unchanged: spaces are a value, and only "" is empty. */
export const text: ColumnType<string, EmptyConfig> = {
  ...textKind(),
  name: 'text',
  writable: true,
  storedIsWire: true,
  parseConfig: parseEmptyConfig,
  parseValue: (input) => parseText(input, TEXT_MAX_LENGTH),
  present: asStored,
  toText: asStored,
  equals: sameScalar,
  references: noReferences,
};
