import { type ColumnType, type FileRecord, InvalidValue } from '../../column-type';
import { type EmptyConfig, parseEmptyConfig } from '../../configs/parse-config';
import { countedReferenceKind } from '../../kinds/reference-kind';
import { asStored, sameList } from '../../values/plain-values';
import { parseFileRecords } from '../../values/file-records';
import { idListParser } from '../../values/parse-id-list';
import { readObject } from '../../values/read-object';

/** An id between parseValue and resolve; the complete record in the cell. */
type FileEntry = string | FileRecord;

const idOf = (entry: FileEntry) => (typeof entry === 'string' ? entry : entry.id);
const idsOf = (stored: FileEntry[]) => stored.map(idOf);

// Only the id of a record is used: name, url and type come from the upload, never from the input.
const parseFileIds = idListParser('file', (entry) =>
  typeof entry === 'string' ? entry : readObject(entry, ['id', 'name', 'url', 'size', 'type'])?.id,
);

/**
 * Uploaded files. An input contains their ids (or records); `resolve` replaces them with the complete records, so that
 * lists need no join. A file never changes after its upload.
 */
export const file: ColumnType<FileEntry[], EmptyConfig> = {
  ...countedReferenceKind<FileEntry[]>(idsOf),
  name: 'file',
  writable: true,
  storedIsWire: true,
  cellLayout: 'records',
  parseConfig: parseEmptyConfig,
  parseValue: parseFileIds,
  parseStored: parseFileRecords,
  resolve: (parsed, loaded) =>
    parsed.map((entry) => {
      // A record comes from a copied cell, never from an input, and needs no loading.
      const record = typeof entry === 'string' ? loaded.fileRecord(entry) : entry;
      if (!record) throw new InvalidValue('No such file');
      return record;
    }),
  present: asStored,
  toText: (stored) => stored.map((entry) => (typeof entry === 'string' ? entry : entry.name)).join(', '),
  formulaValue: (stored) => stored.map((entry) => (typeof entry === 'string' ? entry : entry.name)),
  equals: (a, b) => sameList(idsOf(a), idsOf(b)),
  references: (stored) => ({ noun: 'file', ids: idsOf(stored) }),
};
