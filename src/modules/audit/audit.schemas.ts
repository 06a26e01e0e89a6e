import { isIP } from 'node:net';
import { z } from 'zod';
import * as schema from '../../rpc/schema';

const moment = z.iso
  .datetime({ offset: true, error: 'Must be an ISO 8601 timestamp' })
  .transform((text) => new Date(text))
  // Must also be representable in UTC, because the URL of an export contains it.
  .refine(
    (at) => at.toISOString().length === '0000-01-01T00:00:00.000Z'.length,
    'Must be in the years 0000 to 9999',
  );

const OUTCOMES = ['success', 'failure'] as const;

const entry = z.object({
  id: schema.id('audit'),
  /** The name of the procedure or of the HTTP route. */
  action: z.string(),
  outcome: z.enum(OUTCOMES),
  /** Why the call was rejected; null for a success. */
  reason: z.string().nullable(),
  /** With the name and address at that time; null if the actor is unknown. */
  actor: z
    .object({
      id: schema.id('user'),
      name: z.string().nullable(),
      email: z.string().nullable(),
      isServiceAccount: z.boolean(),
    })
    .nullable(),
  /** The credential of the call. */
  credential: z.object({ kind: z.string(), id: z.string() }).nullable(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** The id of the record that the call was for. */
  target: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  requestId: z.string(),
  createdAt: schema.timestamp,
});

const filters = {
  actor: schema.id('user').optional(),
  action: z
    .string()
    .max(100, 'Must be at most 100 characters')
    .regex(
      /^[A-Za-z]+(\.[A-Za-z]+)*(\.\*)?$/,
      'Must be an action such as auth.signin, or a prefix such as oauth.*',
    )
    .optional(),
  target: z
    .string()
    .regex(/^[a-z]{3,4}_[0-9A-Z]{26}$/, 'Must be an id')
    .optional(),
  outcome: z.enum(OUTCOMES).optional(),
  ip: z
    .string()
    .refine((text) => isIP(text) !== 0, 'Must be an IP address')
    .optional(),
  from: moment.optional(),
  to: moment.optional(),
};

export const auditList = {
  input: z.strictObject({ ...schema.page('audit'), ...filters }),
  output: z.object({ entries: z.array(entry), nextCursor: schema.nextCursor }),
};

const FORMS = ['entries', 'sealed'] as const;

export const auditExport = {
  input: z
    .strictObject({ ...filters, form: z.enum(FORMS).optional() })
    .refine(
      ({ form, ...given }) => form !== 'sealed' || Object.values(given).every((each) => each === undefined),
      {
        path: ['form'],
        error: 'Cannot be sealed with filters: a part of the log cannot be verified',
      },
    ),
  output: z.object({ url: z.string(), fileName: z.string(), contentType: z.string() }),
};

export type AuditListInput = z.output<typeof auditList.input>;
export type AuditExportInput = z.output<typeof auditExport.input>;
export type AuditExportOutput = z.output<typeof auditExport.output>;
