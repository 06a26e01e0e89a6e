import { dirname } from 'node:path/posix';
import type { SourceFile, Violation } from '../source-file';

const MAX_FILES = 25;

/** A folder with many files hides each of them: group the files by what they do to the folder's noun. */
export function flatFolders(files: readonly SourceFile[], max = MAX_FILES): Violation[] {
  const counts = new Map<string, number>();
  for (const { path } of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > max)
    .map(([path, count]) => ({
      path,
      message: `has ${count} source files, more than ${max}: add sub-folders`,
    }));
}
