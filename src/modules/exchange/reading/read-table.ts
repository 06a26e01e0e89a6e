import { type CsvOptions, readCsv } from './csv-table';
import type { FileTable } from './file-table';
import { readXlsx } from './xlsx-table';

const ZIP_MARK = Buffer.from('PK\u0003\u0004');

/** The table in a file, detected by its content: a workbook is an archive, anything else is text. */
export function readTable(bytes: Buffer, options: CsvOptions): Promise<FileTable> {
  const isArchive = bytes.subarray(0, ZIP_MARK.length).equals(ZIP_MARK);
  return isArchive ? readXlsx(bytes, options) : readCsv(bytes, options);
}
