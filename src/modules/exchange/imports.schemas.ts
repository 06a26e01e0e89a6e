import { z } from 'zod';
import * as schema from '../../rpc/schema';
import { SOURCES } from './presets/preset';
import { TEXT_ENCODINGS } from './reading/decode-text';
import { FILE_COLUMNS_MAX } from './reading/file-table';
import { DELIMITERS } from './reading/guess-delimiter';

/** The maximum number of bad rows in a report; it counts them all. */
export const PROBLEMS_SHOWN = 100;

/** The encoding of a file's content in JSON. */
const CONTENT_ENCODINGS = ['utf8', 'base64'] as const;

const HEADER_MAX = 500;
const HEADER_ROW_MAX = 1_000;

const header = z
  .string()
  .min(1, 'Must not be empty')
  .max(HEADER_MAX, `Must be at most ${HEADER_MAX} characters`);

const columnMapping = z
  .strictObject({
    /** The header in the file. */
    header,
    to: z.enum(['name', 'description', 'group', 'parent', 'skip']).optional(),
    columnId: schema.id('column').optional(),
    newColumn: z
      .strictObject({
        name: schema.name().optional(),
        // The columns module checks type and config.
        type: z.string().optional(),
        config: z.unknown().optional(),
      })
      .optional(),
  })
  .refine(
    ({ to, columnId, newColumn }) =>
      [to, columnId, newColumn].filter((each) => each !== undefined).length === 1,
    'Must have one of to, columnId and newColumn',
  );

const importInput = z.strictObject({
  id: schema.id('board').optional(),
  projectId: schema.id('project').optional(),
  name: schema.name().optional(),
  groupId: schema.id('group').optional(),
  file: z.strictObject({
    fileName: z.string().max(255, 'Must be at most 255 characters').optional(),
    content: z.string(),
    encoding: z.enum(CONTENT_ENCODINGS).default('utf8'),
  }),
  /** The product that exported the file; csv: any other table. */
  source: z.enum(SOURCES).default('csv'),
  hasHeader: z.boolean().default(true),
  /** The line of the file, or the row of the sheet, from 1. Found by default. */
  headerRow: z
    .int('Must be a whole number')
    .min(1, 'Must be at least 1')
    .max(HEADER_ROW_MAX, `Must be at most ${HEADER_ROW_MAX}`)
    .optional(),
  delimiter: z.enum(DELIMITERS).optional(),
  textEncoding: z.enum(TEXT_ENCODINGS).optional(),
  dateOrder: z.enum(['dmy', 'mdy']).optional(),
  mapping: z
    .array(columnMapping)
    .max(FILE_COLUMNS_MAX, `Must be at most ${FILE_COLUMNS_MAX} columns`)
    .default([]),
  /** The header of the column whose values identify items of the board: these are updated. */
  updateBy: header.optional(),
  /** Whether people and items that are not found are left out and listed, or make their row invalid. */
  unresolved: z.enum(['report', 'reject']).optional(),
  dryRun: z.boolean().default(false),
});

const unresolvedReference = z.object({
  /** The line of the file, or the row of the sheet, from 1. */
  row: z.int(),
  column: z.string(),
  value: z.string(),
  /** depth: the named parent is itself a sub-item; the row became a sub-item of its topmost ancestor. */
  kind: z.enum(['person', 'item', 'parent', 'depth']),
});

const unresolvedReferences = {
  /** The first 500. */
  unresolved: z.array(unresolvedReference),
  unresolvedCount: z.int(),
};

const problem = z.object({
  /** The line of the file, or the row of the sheet, from 1; null for a problem without a row. */
  line: z.int().nullable(),
  column: z.string().nullable(),
  reason: z.string(),
});

const importRecord = z.object({
  id: schema.id('import'),
  boardId: schema.id('board').nullable(),
  status: z.enum(['running', 'done', 'failed']),
  total: z.int(),
  done: z.int(),
  problems: z.array(problem),
  /** Of an import that is done. */
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  ...unresolvedReferences,
  createdAt: schema.timestamp,
  updatedAt: schema.timestamp,
});

const readColumn = z.object({
  header: z.string(),
  to: z.enum(['name', 'description', 'group', 'parent', 'skip', 'column', 'newColumn']),
  columnId: schema.id('column').nullable(),
  name: z.string().nullable(),
  type: z.string().nullable(),
  unresolvedReferences: z.int(),
});

const importPreview = z.object({
  items: z.int(),
  subItems: z.int(),
  /** Rows of items that exist. */
  existing: z.int(),
  newGroups: z.array(z.string()),
  /** The first items, with the texts of their cells by header. */
  rows: z.array(
    z.object({
      row: z.int(),
      name: z.string(),
      group: z.string(),
      isSubItem: z.boolean(),
      exists: z.boolean(),
      cells: z.record(z.string(), z.string()),
    }),
  ),
});

const readDates = z.object({
  order: z.enum(['dmy', 'mdy']),
  /** What decided: the input, a number above 12 in the file, the date format of the organization, or nothing. */
  from: z.enum(['input', 'file', 'organization', 'default']),
  columns: z.array(z.string()),
});

export const boardsImport = {
  input: importInput,
  output: z.object({
    /** Null for a dry run, which stores no record. */
    import: importRecord.nullable(),
    encoding: z.string().nullable(),
    delimiter: z.string().nullable(),
    rowCount: z.int(),
    /** Titles, further headers, sums and archived cards. */
    ignoredRows: z.int(),
    /** Null if the file has no date with the day and the month as numbers. */
    dates: readDates.nullable(),
    columns: z.array(readColumn),
    problems: z.array(problem),
    problemCount: z.int(),
    ...unresolvedReferences,
    /** Null if it is no dry run. */
    preview: importPreview.nullable(),
  }),
};

/** The fields of a form besides its file. */
export const boardsImportUpload = { input: importInput.omit({ file: true }) };

export const boardsImportsGet = {
  input: z.strictObject({ id: schema.id('import') }),
  output: importRecord,
};

export type BoardsImportInput = z.output<typeof importInput>;
export type BoardsImportUploadInput = z.output<typeof boardsImportUpload.input>;
export type BoardsImportOutput = z.output<typeof boardsImport.output>;
export type ColumnMapping = z.output<typeof columnMapping>;
export type ImportOutput = z.output<typeof importRecord>;
export type ImportProblem = z.output<typeof problem>;
export type ReadColumnOutput = z.output<typeof readColumn>;
export type UnresolvedOutput = z.output<typeof unresolvedReference>;
export type ImportPreview = z.output<typeof importPreview>;
