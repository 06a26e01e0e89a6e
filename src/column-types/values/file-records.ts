import { idPattern } from '../../kernel/ids';
import { type FileRecord, InvalidValue } from '../column-type';
import { MAX_REFERENCES } from './parse-id-list';
import { readObject } from './read-object';

const KEYS = ['id', 'name', 'url', 'size', 'type'] as const;
const FILE_ID = idPattern('file');

/** Files as a cell stores them: complete records. Where their contents are is not checked here. */
export function parseFileRecords(stored: unknown): FileRecord[] {
  if (!Array.isArray(stored) || stored.length === 0 || stored.length > MAX_REFERENCES)
    throw new InvalidValue(`Must be 1 to ${MAX_REFERENCES} files`);
  return stored.map(parseRecord);
}

function parseRecord(entry: unknown): FileRecord {
  const { id, name, url, size, type } = readObject(entry, KEYS) ?? {};
  if (
    typeof id !== 'string' ||
    !FILE_ID.test(id) ||
    typeof name !== 'string' ||
    typeof url !== 'string' ||
    typeof type !== 'string' ||
    !Number.isSafeInteger(size) ||
    (size as number) < 0
  )
    throw new InvalidValue('Must be files with id, name, url, size and type');
  return { id, name, url, size: size as number, type };
}
