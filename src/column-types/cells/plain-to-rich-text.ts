const CHARACTERS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Plain text as rich text that shows the same: nothing in it is markup, a line is a paragraph. */
export function plainToRichText(text: string): string {
  const escaped = text.replace(/[&<>]/g, (character) => CHARACTERS[character]!);
  const lines = escaped.split(/\r\n|\r|\n/);
  return lines.length === 1 ? escaped : lines.map((line) => `<p>${line}</p>`).join('');
}
