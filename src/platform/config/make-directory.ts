import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a directory with its parents and returns whether it is new. Not `mkdir` with `recursive`: Node retries forever
 * where the system reports that a parent is missing and cannot be created, as below /proc.
 */
export function makeDirectory(path: string, mode?: number): boolean {
  if (create(path, mode)) return true;
  if (isDirectory(path)) return false;
  makeDirectory(dirname(path));
  mkdirSync(path, mode);
  return true;
}

/** False when the path exists already, or a parent is missing. */
function create(path: string, mode?: number): boolean {
  try {
    mkdirSync(path, mode);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && isDirectory(path)) return false;
    if (code === 'ENOENT' && dirname(path) !== path) return false;
    throw error;
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
