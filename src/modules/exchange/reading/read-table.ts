import type { OpenFile } from './csv-stream';
import { type CsvOptions, readCsv } from './csv-table';
import type { FileTable } from './file-table';
import { readXlsx } from './xlsx/xlsx-table';

const ZIP_MARK = Buffer.from('PK\u0003\u0004');

/** The table in a file, detected by its content: a workbook is an archive, anything else is text. */
export function readTable(bytes: Buffer, options: CsvOptions): Promise<FileTable> {
  return beginsArchive(bytes) ? readXlsx(bytes, options) : readCsv(bytes, options);
}

/** Reads the beginning of a file. */
export async function isArchive(open: OpenFile): Promise<boolean> {
  for await (const first of await open()) return beginsArchive(first);
  return false;
}

function beginsArchive(bytes: Buffer): boolean {
  return bytes.subarray(0, ZIP_MARK.length).equals(ZIP_MARK);
}
