const ASCII_ONLY = /^[\0-\x7f]*$/;
// The diacritics of Latin, Greek and Cyrillic letters, Hebrew and Arabic. Vowel signs of Thai or Hindi and the
// voicing of kana stay: without them it is another word.
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g;
/** Letters that Unicode does not decompose, but users consider variants. */
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
 * Text as search compares it: without case, accents and width. Computed here instead of in the database, where
 * it would depend on the database's locale.
 */
export function foldText(text: string): string {
  if (ASCII_ONLY.test(text)) return text.toLowerCase();
  return (
    text
      .normalize('NFKD')
      .replace(MARKS, '')
      // To upper case first: it converts ß to SS and the Turkish dotless ı to I.
      .toUpperCase()
      .toLowerCase()
      .replace(MARKS, '')
      .replace(PECULIAR, (letter) => PLAIN[letter]!)
      .normalize('NFC')
  );
}
