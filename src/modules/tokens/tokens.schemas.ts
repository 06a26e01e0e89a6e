import { z } from 'zod';
import { SCOPES } from '../../access/scope';
import * as schema from '../../rpc/schema';

export const token = z.object({
  id: schema.id('token'),
  name: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  workspaceIds: z.array(schema.id('workspace')).nullable(),
  boardIds: z.array(schema.id('board')).nullable(),
  allowedCidrs: z.array(z.string()).nullable(),
  expiresAt: schema.timestamp.nullable(),
  lastUsedAt: schema.timestamp.nullable(),
  createdAt: schema.timestamp,
});

export const tokensList = {
  input: z.strictObject(schema.page('token')),
  output: z.object({ tokens: z.array(token), nextCursor: schema.nextCursor }),
};

export const tokensRevoke = {
  input: z.strictObject({ tokenId: schema.id('token') }),
  output: schema.success,
};

export type TokenOutput = z.output<typeof token>;
