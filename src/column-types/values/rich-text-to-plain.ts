const LINE_END = /<br[^>]*>|<\/(?:p|div|li|h[1-6]|tr|pre|blockquote)>/g;
const CELL_END = /<\/t[hd]>/g;
const TAG = /<[^>]*>/g;
const ENTITY = /&(amp|lt|gt|quot);/g;
const CHARACTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** The text of sanitized rich text (every `<` opens a tag, no other entities occur), one line per block. */
export function richTextToPlain(html: string): string {
  return html
    .replace(LINE_END, '\n')
    .replace(CELL_END, '\t')
    .replace(TAG, '')
    .replace(ENTITY, (_, name: string) => CHARACTERS[name]!)
    .trim();
}
