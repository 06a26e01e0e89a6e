import type { ColumnType } from '../../column-type';
import { type EmptyConfig, parseEmptyConfig } from '../../configs/parse-config';
import { rangeKind } from '../../kinds/range-kind';
import { asStored, noReferences } from '../../values/plain-values';
import { parseSpan, sameSpan, type Span, spanText } from '../../values/parse-span';

/** The same value as a date range; views show this type as a bar. */
export const timeline: ColumnType<Span, EmptyConfig> = {
  ...rangeKind,
  name: 'timeline',
  writable: true,
  storedIsWire: true,
  parseConfig: parseEmptyConfig,
  parseValue: parseSpan,
  present: asStored,
  toText: spanText,
  equals: sameSpan,
  references: noReferences,
};
