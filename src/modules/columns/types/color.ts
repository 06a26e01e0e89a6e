import { type ColumnType, ValueRefused } from '../column-type';
import { type EmptyConfig, parseEmptyConfig } from '../configs/empty-config';
import { textKind } from '../kinds/text-kind';
import { asStored } from '../values/as-stored';
import { noReferences } from '../values/no-references';
import { sameScalar } from '../values/same-scalar';

const HEX_COLOR = /^#[0-9a-f]{6}$/i;

/** `#RRGGBB`, in upper case, so that equal colours are equal texts. */
export const color: ColumnType<string, EmptyConfig> = {
  ...textKind(),
  name: 'color',
  writable: true,
  storedIsWire: true,
  parseConfig: parseEmptyConfig,
  parseValue: (input) => {
    if (input === '') return null;
    if (typeof input === 'string' && HEX_COLOR.test(input)) return input.toUpperCase();
    throw new ValueRefused('Must be a colour such as #RRGGBB');
  },
  present: asStored,
  toText: asStored,
  equals: sameScalar,
  references: noReferences,
};
