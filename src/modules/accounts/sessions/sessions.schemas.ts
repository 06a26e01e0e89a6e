import { z } from 'zod';
import { SIGN_IN_METHODS } from '../../../access/principal';
import * as schema from '../../../rpc/schema';

const session = z.object({
  id: schema.id('session'),
  method: z.enum(SIGN_IN_METHODS),
  createdAt: schema.timestamp,
  lastSeenAt: schema.timestamp,
  expiresAt: schema.timestamp,
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  isCurrent: z.boolean(),
});

export const sessionsList = {
  input: z.strictObject(schema.page('session')),
  output: z.object({ sessions: z.array(session), nextCursor: schema.nextCursor }),
};

export const sessionsRevoke = {
  input: z
    .strictObject({ id: schema.id('session').optional(), others: z.literal(true).optional() })
    .refine(({ id, others }) => (id === undefined) !== (others === undefined), {
      path: ['id'],
      message: 'Name one session, or `others: true` for all but this one',
    }),
  output: schema.success,
};
