const CHARACTERS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Converts plain text to rich text: markup is escaped, and each line becomes a paragraph. */
export function plainToRichText(text: string): string {
  const escaped = text.replace(/[&<>]/g, (character) => CHARACTERS[character]!);
  const lines = escaped.split(/\r\n|\r|\n/);
  return lines.length === 1 ? escaped : lines.map((line) => `<p>${line}</p>`).join('');
}
