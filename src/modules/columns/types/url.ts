import { type ColumnType, ValueRefused } from '../column-type';
import { type EmptyConfig, parseEmptyConfig } from '../configs/empty-config';
import { textKind } from '../kinds/text-kind';
import { asStored } from '../values/as-stored';
import { noReferences } from '../values/no-references';
import { parseText } from '../values/parse-text';
import { sameScalar } from '../values/same-scalar';

export const URL_MAX_LENGTH = 2_048;

// No blanks or control characters inside: parsers drop some of them, and "java\nscript:" is one such
// spelling.
const LINK = /^(?:https?:\/\/|mailto:)[^\s\p{Cc}]+$/iu;

/** An absolute http, https or mailto link, kept as typed but for blanks around it. */
export const url: ColumnType<string, EmptyConfig> = {
  ...textKind(),
  name: 'url',
  writable: true,
  storedIsWire: true,
  parseConfig: parseEmptyConfig,
  parseValue: (input) => {
    const link = parseText(input, URL_MAX_LENGTH)?.trim();
    if (!link) return null;
    if (!LINK.test(link) || !URL.canParse(link))
      throw new ValueRefused('Must be an http, https or mailto link');
    return link;
  },
  present: asStored,
  toText: asStored,
  equals: sameScalar,
  references: noReferences,
};
