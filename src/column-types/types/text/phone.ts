import { type ColumnType, InvalidValue } from '../../column-type';
import { type EmptyConfig, parseEmptyConfig } from '../../configs/parse-config';
import { textKind } from '../../kinds/text-kind';
import { asStored, noReferences, sameScalar } from '../../values/plain-values';
import { parseText } from '../../values/parse-text';
import { quoted } from '../../values/quoted';

const INPUT_MAX_LENGTH = 50;
const E164 = /^\+[1-9][0-9]{6,14}$/;
const SEPARATORS = /[\s.()[\]\u2010-\u2014-]/g;
/** "+44 (0)20 …" combines the national and the international form; the zero is not part of the E.164 number. */
const TRUNK_ZERO = '(0)';

/** An E.164 number; without plus and country code it would depend on the country. */
export const phone: ColumnType<string, EmptyConfig> = {
  ...textKind(),
  name: 'phone',
  writable: true,
  storedIsWire: true,
  parseConfig: parseEmptyConfig,
  parseValue: (input) => {
    const typed = parseText(input, INPUT_MAX_LENGTH);
    if (!typed?.trim()) return null;
    const digits = typed.replace(TRUNK_ZERO, '').replace(SEPARATORS, '');
    if (E164.test(digits)) return digits;
    throw new InvalidValue(`${quoted(typed)} is not a phone number with + and country code`);
  },
  present: asStored,
  toText: asStored,
  equals: sameScalar,
  references: noReferences,
};
