import { hasMoreCharacters } from '../../../kernel/character-count';
import { type ColumnType, InvalidValue } from '../../column-type';
import { type EmptyConfig, parseEmptyConfig } from '../../configs/parse-config';
import { textKind } from '../../kinds/text-kind';
import { asStored, noReferences, sameScalar } from '../../values/plain-values';
import { parseText } from '../../values/parse-text';
import { richTextToPlain } from '../../values/rich-text-to-plain';
import { sanitizeRichText } from '../../values/sanitize-rich-text';

/** Applies to the input and to the stored text, which escaping can make longer. */
export const LONG_TEXT_MAX_LENGTH = 100_000;

/** Rich text, sanitized when it is written, so that the stored text is safe to show. */
export const longText: ColumnType<string, EmptyConfig> = {
  ...textKind(richTextToPlain),
  name: 'long_text',
  writable: true,
  storedIsWire: true,
  cellLayout: 'markup',
  parseConfig: parseEmptyConfig,
  parseValue: (input) => {
    // Checked before parsing, so that a body of 10 MiB costs nothing.
    const given = parseText(input, LONG_TEXT_MAX_LENGTH);
    const html = given === null ? '' : sanitizeRichText(given);
    if (hasMoreCharacters(html, LONG_TEXT_MAX_LENGTH)) {
      throw new InvalidValue(`Must be at most ${LONG_TEXT_MAX_LENGTH} characters including markup`);
    }
    return isEmptyMarkup(html) ? null : html;
  },
  present: asStored,
  toText: richTextToPlain,
  equals: sameScalar,
  references: noReferences,
};

/** Editors send "<p></p>" for an empty text; a horizontal rule is visible without text. */
function isEmptyMarkup(html: string): boolean {
  if (html === '') return true;
  return html.startsWith('<') && !html.includes('<hr') && richTextToPlain(html) === '';
}
