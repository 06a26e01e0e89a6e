const ASCII_ONLY = /^[\0-\x7f]*$/;
// What Latin, Greek and Cyrillic letters, Hebrew and Arabic carry above and below. Vowel signs of Thai or Hindi and the
// voicing of kana stay: without them it is another word.
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;
/** Letters that Unicode takes for letters of their own, and people do not. */
const PLAIN: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ς: 'σ',
};
const PECULIAR = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

/**
 * Text as search compares it: without case, accents and width. Done here and not in the database, where it would depend
 * on the locale that the database was made with.
 */
export function foldText(text: string): string {
  if (ASCII_ONLY.test(text)) return text.toLowerCase();
  return (
    text
      .normalize('NFKD')
      .replace(MARKS, '')
      // To upper case first: it makes ss of ß and i of the Turkish dotless one.
      .toUpperCase()
      .toLowerCase()
      .replace(MARKS, '')
      .replace(PECULIAR, (letter) => PLAIN[letter]!)
      .normalize('NFC')
  );
}
