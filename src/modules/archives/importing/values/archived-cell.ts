import { type FileRecord, InvalidValue, type StoredValue } from '../../../../column-types/column-type';
import { columnTypes } from '../../../../column-types/types';
import type { FileId } from '../../../../kernel/ids';
import { acceptStoredValue } from '../../../columns';
import { cleanFileName, filePath } from '../../../files';
import type { ArchivedColumn } from '../places/archived-places';
import { mediaType } from '../record-shapes';

/**
 * The value of a cell of an archive in its stored form here; null for an empty cell. Nothing that a browser would execute is taken
 * from an archive: markup is sanitized again, addresses of files are checked. Throws InvalidValue.
 */
export function acceptCell(column: ArchivedColumn, value: unknown): StoredValue | null {
  const stored = acceptStoredValue(column, value);
  if (stored === null || columnTypes[column.type].cellLayout !== 'records') return stored;
  return (stored as FileRecord[]).map(safeRecord);
}

function safeRecord({ name, url, type, ...others }: FileRecord): FileRecord {
  if (url !== filePath(others.id as FileId) || !mediaType.safeParse(type).success)
    throw new InvalidValue('Must be files of this service');
  return { ...others, name: cleanFileName(name), url, type };
}
