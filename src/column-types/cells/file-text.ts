import { idPattern } from '../../kernel/ids';
import type { FileRecord } from '../column-type';

const FILE_ID = idPattern('file');
const FILE_URL = /\/api\/files\/([^/?#]+)(?:[?#].*)?$/;
/** The end of a line that `fileText` wrote. A name can contain parentheses and URLs; it has no spaces after its own. */
const WRITTEN = / \((\S+)\)$/;

/** A line for each file, its name and its URL in parentheses. Names contain no line breaks. */
export function fileText(files: readonly Pick<FileRecord, 'name' | 'url'>[], baseUrl: string): string {
  return files.map(({ name, url }) => `${name} (${baseUrl}${url})`).join('\n');
}

/** The files that a cell names, by id or URL; the id is null for a text that is neither. */
export function fileEntries(text: string): { text: string; id: string | null }[] {
  return text.split('\n').flatMap((line) => {
    const written = WRITTEN.exec(line.trim())?.[1];
    const entries = written === undefined ? line.split(/[\s;,]+/) : [written];
    return entries.filter((entry) => entry !== '').map((entry) => ({ text: entry, id: idIn(entry) }));
  });
}

function idIn(entry: string): string | null {
  const id = FILE_URL.exec(entry)?.[1] ?? entry;
  return FILE_ID.test(id) ? id : null;
}
