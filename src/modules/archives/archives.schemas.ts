import { z } from 'zod';
import * as schema from '../../rpc/schema';

const organizationExport = z.object({
  id: schema.id('organizationExport'),
  status: z.enum(['running', 'ready', 'failed']),
  /** Percent. */
  progress: z.int(),
  /** Of the archive; null until it is ready. */
  url: z.string().nullable(),
  fileName: z.string().nullable(),
  size: z.int().nullable(),
  sha256: z.string().nullable(),
  createdBy: schema.id('user'),
  createdAt: schema.timestamp,
  completedAt: schema.timestamp.nullable(),
  expiresAt: schema.timestamp,
});

export const organizationsExport = { input: z.strictObject({}), output: organizationExport };

export const organizationsExportsGet = {
  input: z.strictObject({ id: schema.id('organizationExport') }),
  output: organizationExport,
};

export type OrganizationExportOutput = z.output<typeof organizationExport>;
