import type { ColumnType } from '../../column-type';
import { type EmptyConfig, parseEmptyConfig } from '../../configs/parse-config';
import { rangeKind } from '../../kinds/range-kind';
import { asStored, noReferences } from '../../values/plain-values';
import { parseSpan, sameSpan, type Span, spanText } from '../../values/parse-span';

/** Start and end, both required, with start not after end. */
export const dateRange: ColumnType<Span, EmptyConfig> = {
  ...rangeKind,
  name: 'date_range',
  writable: true,
  storedIsWire: true,
  parseConfig: parseEmptyConfig,
  parseValue: parseSpan,
  present: asStored,
  toText: spanText,
  equals: sameSpan,
  references: noReferences,
};
