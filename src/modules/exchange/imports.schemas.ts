import { z } from 'zod';
import * as schema from '../../rpc/schema';
import { TEXT_ENCODINGS } from './reading/decode-text';
import { FILE_COLUMNS_MAX } from './reading/file-table';
import { DELIMITERS } from './reading/guess-delimiter';

/** The maximum number of bad rows in a report; it counts them all. */
export const PROBLEMS_SHOWN = 100;

/** The encoding of a file's content in JSON. */
const CONTENT_ENCODINGS = ['utf8', 'base64'] as const;

const HEADER_MAX = 500;

const columnMapping = z
  .strictObject({
    /** The header in the file. */
    header: z
      .string()
      .min(1, 'Must not be empty')
      .max(HEADER_MAX, `Must be at most ${HEADER_MAX} characters`),
    to: z.enum(['name', 'description', 'group', 'skip']).optional(),
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
  hasHeader: z.boolean().default(true),
  delimiter: z.enum(DELIMITERS).optional(),
  textEncoding: z.enum(TEXT_ENCODINGS).optional(),
  dateOrder: z.enum(['dmy', 'mdy']).optional(),
  mapping: z
    .array(columnMapping)
    .max(FILE_COLUMNS_MAX, `Must be at most ${FILE_COLUMNS_MAX} columns`)
    .default([]),
  dryRun: z.boolean().default(false),
});

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
  createdAt: schema.timestamp,
  updatedAt: schema.timestamp,
});

const readColumn = z.object({
  header: z.string(),
  to: z.enum(['name', 'description', 'group', 'skip', 'column', 'newColumn']),
  columnId: schema.id('column').nullable(),
  name: z.string().nullable(),
  type: z.string().nullable(),
  unresolvedReferences: z.int(),
});

export const boardsImport = {
  input: importInput,
  output: z.object({
    /** Null for a dry run, which stores no record. */
    import: importRecord.nullable(),
    encoding: z.string().nullable(),
    delimiter: z.string().nullable(),
    rowCount: z.int(),
    columns: z.array(readColumn),
    problems: z.array(problem),
    problemCount: z.int(),
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
