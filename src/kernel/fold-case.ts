// The lowercase of JavaScript and of a database differ (İ, and sigma at the end of a word): text in the lowercase of one
// is never compared with text in that of the other.

/**
 * Text in lowercase, for comparison. Sigma has two small forms, and lowercase chooses one by its place in the word:
 * both become the same letter.
 */
export function foldCase(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}

/** SQL of the same. */
export function foldCaseSql(sql: string): string {
  return `replace(lower(${sql}), 'ς', 'σ')`;
}
