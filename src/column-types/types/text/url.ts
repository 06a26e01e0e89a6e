import { type ColumnType, InvalidValue } from '../../column-type';
import { parseConfig } from '../../configs/parse-config';
import { type UniqueConfig, uniqueConfigSchema } from '../../configs/unique';
import { textKind } from '../../kinds/text-kind';
import { uniqueKind } from '../../kinds/unique-kind';
import { asStored, noReferences, sameScalar } from '../../values/plain-values';
import { parseText } from '../../values/parse-text';

export const URL_MAX_LENGTH = 2_048;

// No spaces or control characters inside: parsers remove some of them, so "java\nscript:" could become "javascript:".
const LINK = /^(?:https?:\/\/|mailto:)[^\s\p{Cc}]+$/iu;

/** An absolute http, https or mailto link, stored unchanged except for outer spaces, which are removed. */
export const url: ColumnType<string, UniqueConfig> = {
  ...uniqueKind(textKind(), (link) => link.trim()),
  name: 'url',
  writable: true,
  storedIsWire: true,
  parseConfig: (input, context) => parseConfig(uniqueConfigSchema, input, context),
  parseValue: (input) => {
    const link = parseText(input, URL_MAX_LENGTH)?.trim();
    if (!link) return null;
    if (!LINK.test(link) || !URL.canParse(link))
      throw new InvalidValue('Must be an http, https or mailto link');
    return link;
  },
  present: asStored,
  toText: asStored,
  equals: sameScalar,
  references: noReferences,
};
