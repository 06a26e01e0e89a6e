import { Injectable } from '@nestjs/common';
import type { FileId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { GuessContext } from '../../../column-types/cells/guess-type';
import { GROUPS_MAX } from '../../boards';
import { FilesService } from '../../files';
import type { ColumnMapping } from '../imports.schemas';
import type { CsvReading } from '../reading/csv-reading';
import { detectReading, type OpenFile, readRows } from '../reading/csv-stream';
import type { CsvOptions } from '../reading/csv-table';
import { FILE_LIMITS, STREAM_LIMITS } from '../reading/file-table';
import { nameColumns } from '../reading/name-columns';
import { RaggedRows } from '../reading/ragged-rows';
import { isArchive } from '../reading/read-table';
import { FileTooLarge, UnreadableFile } from '../reading/unreadable-file';
import { ColumnScan } from './planning/column-scan';
import { namedFiles } from './file-columns';
import { GroupNames } from './planning/group-names';
import type { ImportSource } from './import-source';
import { ITEMS_A_BATCH } from './rows/rows-to-import';
import { columnNamed } from './planning/column-named';
import { type PlanOptions, possibleGroups } from './planning/make-plan';
import type { ScannedFile } from './scanned-file';

/** No row or cell takes less than two bytes or one, so that such a file is within the limits of a table. */
const SMALL_BYTES = 2 * FILE_LIMITS.rows;
/** Files that are read as a whole, because of their format or because their rows refer to each other. */
const WHOLE_MAX_BYTES = 100 * 1024 * 1024;
const WHOLE_TOO_LARGE =
  'A file of a product, with parents or with updateBy can have at most 100 MiB; split the file';

/** Above both, a board cannot have the groups: their names are no longer collected. */
const GROUP_NAMES_MAX = 2 * GROUPS_MAX + 1;

/** Reads uploaded text files that are too large to be in memory as a table. */
@Injectable()
export class LargeFilesService {
  constructor(private readonly files: FilesService) {}

  /** Null for a file that fits into memory. */
  async scan(
    context: CallContext,
    { open, sizeBytes }: ImportSource,
    options: CsvOptions,
    { mapping, source, updateBy }: Pick<PlanOptions, 'mapping' | 'source' | 'updateBy'>,
  ): Promise<ScannedFile | null> {
    if (open === null || sizeBytes <= SMALL_BYTES) return null;
    if (await isArchive(open)) {
      if (sizeBytes > WHOLE_MAX_BYTES) throw new UnreadableFile('A workbook can have at most 100 MiB');
      return null;
    }
    const isWhole = source !== 'csv' || updateBy !== undefined || mapping.some(({ to }) => to === 'parent');
    if (isWhole) {
      if (sizeBytes > WHOLE_MAX_BYTES) throw new UnreadableFile(WHOLE_TOO_LARGE);
      return null;
    }
    const reading = await detectReading(open, options);
    return (await this.isTooLarge(open, reading)) ? this.read(context, open, reading, mapping) : null;
  }

  /** Whether the file is above the limits of a table. Reads it as far as that. */
  private async isTooLarge(open: OpenFile, reading: CsvReading): Promise<boolean> {
    try {
      const options = { limits: FILE_LIMITS, batchSize: ITEMS_A_BATCH };
      const rows = readRows(open, reading, options)[Symbol.asyncIterator]();
      while (!(await rows.next()).done) {
        // The limits are checked while the rows are read.
      }
      return false;
    } catch (error) {
      if (error instanceof FileTooLarge) return true;
      throw error;
    }
  }

  /** Counts the rows and collects what the plan depends on; the texts of a column with many are seen in parts. */
  private async read(
    context: CallContext,
    open: OpenFile,
    reading: CsvReading,
    mapping: readonly ColumnMapping[],
  ): Promise<ScannedFile> {
    const ragged = new RaggedRows();
    const groups = new Map<number, GroupNames>();
    let scans: ColumnScan[] = [];
    let header: readonly string[] = [];
    let rowCount = 0;
    const options = { limits: STREAM_LIMITS, batchSize: ITEMS_A_BATCH };
    for await (const read of readRows(open, reading, options)) {
      if (scans.length === 0) {
        ({ header } = read);
        scans = header.map(() => new ColumnScan());
        for (const at of possibleGroups(header, mapping)) groups.set(at, new GroupNames(GROUP_NAMES_MAX));
      }
      for (const row of read.ragged) ragged.add(row);
      for (const { cells } of read.rows) {
        for (let at = 0; at < scans.length; at += 1) scans[at]!.add(cells[at]!);
        for (const [at, names] of groups) names.add(cells[at]!);
      }
      rowCount += read.rows.length;
      for (const [at, scan] of scans.entries())
        if (scan.isFull) await this.forget(context, scan, header[at]!);
    }
    for (const [at, scan] of scans.entries())
      if (scan.isForgetful) await this.forget(context, scan, header[at]!);
    if (rowCount + ragged.rows.length === 0) throw new UnreadableFile('The file has no rows');
    const { names, columns } = nameColumns(header, (at) => scans[at]!.isFilled);
    const groupNames = [...groups].map(([at, found]) => [columns.indexOf(at), found.names] as const);
    return {
      columns: columns.map((at, index) => scans[at]!.column(names[index]!)),
      mapped: new Set(mapping.map((each) => columnNamed(names, each.header))),
      ragged: ragged.rows,
      streamed: { reading, columns, rowCount, groupNames: Object.fromEntries(groupNames) },
    };
  }

  private async forget(context: CallContext, scan: ColumnScan, header: string): Promise<void> {
    const files = await this.files.find(context, namedFiles([{ texts: scan.kept }]));
    scan.forget(header, { ...NOTHING_KNOWN, isFile: (id) => files.has(id as FileId) });
  }
}

/** A column with many different texts is not a column of members, and other rows are not in memory. */
const NOTHING_KNOWN: Omit<GuessContext, 'isFile'> = {
  isMember: () => false,
  resolved: () => ({ references: 0, found: 0 }),
};
