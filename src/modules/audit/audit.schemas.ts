import { z } from 'zod';
import * as schema from '../../rpc/schema';

const moment = z.iso
  .datetime({ offset: true, error: 'Must be an ISO 8601 timestamp' })
  .transform((text) => new Date(text));

const entry = z.object({
  id: schema.id('audit'),
  /** The procedure's name, or the plain route's. */
  action: z.string(),
  outcome: z.enum(['success', 'failure']),
  /** Why it was refused; null for a success. */
  reason: z.string().nullable(),
  /** Under the name and the address that they had then; null for nobody known. */
  actor: z
    .object({ id: schema.id('user'), name: z.string().nullable(), email: z.string().nullable() })
    .nullable(),
  /** What the actor came with. */
  credential: z.object({ kind: z.string(), id: z.string() }).nullable(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** The id of the record that was acted on. */
  target: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  requestId: z.string(),
  createdAt: schema.timestamp,
});

export const auditList = {
  input: z.strictObject({
    ...schema.page('audit'),
    actor: schema.id('user').optional(),
    action: z
      .string()
      .max(100, 'Must be at most 100 characters')
      .regex(
        /^[A-Za-z]+(\.[A-Za-z]+)*(\.\*)?$/,
        'Must be an action such as auth.signin, or oauth.* for all that begin so',
      )
      .optional(),
    from: moment.optional(),
    to: moment.optional(),
  }),
  output: z.object({ entries: z.array(entry), nextCursor: schema.nextCursor }),
};
