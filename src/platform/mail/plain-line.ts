import { headerText } from './mailer';

const NAME_SHOWN = 120;
/** Words of plain ASCII with single spaces, such as most names: nothing to replace, and a character is one unit. */
const IS_PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/**
 * A name as a part of one line of text. Stops names that change the text around them: line breaks would forge further
 * lines, and direction marks (U+202E) would reverse what follows.
 */
export function plainLine(name: string, max = NAME_SHOWN): string {
  if (IS_PLAIN.test(name)) return name.length <= max ? name : `${name.slice(0, max - 1)}…`;
  const line = headerText(name.replaceAll(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '')).replaceAll(
    /\s+/g,
    ' ',
  );
  const characters = [...line];
  return characters.length <= max ? line : `${characters.slice(0, max - 1).join('')}…`;
}
