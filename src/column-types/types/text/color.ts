import { type ColumnType, InvalidValue } from '../../column-type';
import { type EmptyConfig, parseEmptyConfig } from '../../configs/parse-config';
import { textKind } from '../../kinds/text-kind';
import { asStored, noReferences, sameScalar } from '../../values/plain-values';

const HEX_COLOR = /^#[0-9a-f]{6}$/i;

/** `#RRGGBB` in upper case, so that equal colors have equal text. */
export const color: ColumnType<string, EmptyConfig> = {
  ...textKind(),
  name: 'color',
  writable: true,
  storedIsWire: true,
  parseConfig: parseEmptyConfig,
  parseValue: (input) => {
    if (input === '') return null;
    if (typeof input === 'string' && HEX_COLOR.test(input)) return input.toUpperCase();
    throw new InvalidValue('Must be a color such as #RRGGBB');
  },
  present: asStored,
  toText: asStored,
  equals: sameScalar,
  references: noReferences,
};
