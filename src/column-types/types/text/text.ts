import type { ColumnType } from '../../column-type';
import { parseConfig } from '../../configs/parse-config';
import { type UniqueConfig, uniqueConfigSchema } from '../../configs/unique';
import { textKind } from '../../kinds/text-kind';
import { uniqueKind } from '../../kinds/unique-kind';
import { asStored, noReferences, sameScalar } from '../../values/plain-values';
import { parseText } from '../../values/parse-text';

export const TEXT_MAX_LENGTH = 10_000;

/** Text of one or a few lines, stored unchanged: spaces are a value, and only "" is empty. */
export const text: ColumnType<string, UniqueConfig> = {
  ...uniqueKind(textKind(), (text) => text.trim()),
  name: 'text',
  writable: true,
  storedIsWire: true,
  parseConfig: (input, context) => parseConfig(uniqueConfigSchema, input, context),
  parseValue: (input) => parseText(input, TEXT_MAX_LENGTH),
  present: asStored,
  toText: asStored,
  equals: sameScalar,
  references: noReferences,
};
