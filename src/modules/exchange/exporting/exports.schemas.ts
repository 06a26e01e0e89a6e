import { z } from 'zod';
import * as schema from '../../../rpc/schema';
import { EXPORT_FORMATS } from './export-file-name';

export const boardsExport = {
  input: z.strictObject({ id: schema.id('board'), format: z.enum(EXPORT_FORMATS) }),
  output: z.object({ url: z.string(), fileName: z.string(), contentType: z.string() }),
};

export type BoardsExportInput = z.output<typeof boardsExport.input>;
export type BoardsExportOutput = z.output<typeof boardsExport.output>;
