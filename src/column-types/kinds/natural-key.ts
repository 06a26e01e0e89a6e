/** Long enough to distinguish names, short enough for a B-tree page; names that differ only later are equal. */
export const NATURAL_KEY_MAX_LENGTH = 200;

const ASCII_ONLY = /^[\0-\x7f]*$/;
// Only the diacritics of Latin, Greek and Cyrillic letters. \p{M} would also remove vowel signs of Thai or Hindi and
// the voicing of kana, which changes the word.
const DIACRITICS = /[\u0300-\u036f]/g;
const DIGIT_RUN = /[0-9]+/g;

/**
 * Sort key of a text for comparison by bytes (COLLATE "C"): case and diacritics folded, and numbers inside
 * the text compare as numbers ("item 2" before "item 10"), because each run of digits is preceded by its
 * length. Well-formed, at most NATURAL_KEY_MAX_LENGTH UTF-16 units. Used for item names, text columns and
 * people's names.
 */
export function naturalKey(text: string): string {
  // Truncated first: normalizing 100,000 characters for the first 200 would be wasteful.
  let key = cut(text).toLowerCase();
  if (!ASCII_ONLY.test(key)) key = key.normalize('NFD').replace(DIACRITICS, '');
  return cut(key.replace(DIGIT_RUN, withLength));
}

/** "007" becomes "001" + "7", so that a longer number sorts after a shorter one, whatever their digits. */
function withLength(digits: string): string {
  let start = 0;
  while (digits.charCodeAt(start) === 48 /* 0 */) start++;
  const significant = digits.slice(start);
  return String(significant.length).padStart(3, '0') + significant;
}

function cut(text: string): string {
  if (text.length <= NATURAL_KEY_MAX_LENGTH) return text;
  const last = text.charCodeAt(NATURAL_KEY_MAX_LENGTH - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? NATURAL_KEY_MAX_LENGTH - 1 : NATURAL_KEY_MAX_LENGTH);
}
