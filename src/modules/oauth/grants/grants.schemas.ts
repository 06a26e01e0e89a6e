import { z } from 'zod';
import { SCOPES } from '../../../access/scope';
import * as schema from '../../../rpc/schema';

export const grant = z.object({
  id: schema.id('grant'),
  /** `organization` is the name of the organization that registered the application. */
  application: z.object({ id: schema.id('application'), name: z.string(), organization: z.string() }),
  scopes: z.array(z.enum(SCOPES)),
  lastUsedAt: schema.timestamp.nullable(),
  createdAt: schema.timestamp,
  updatedAt: schema.timestamp,
});
export type GrantOutput = z.output<typeof grant>;

export const grantsList = {
  input: z.strictObject(schema.page('grant')),
  output: z.object({ grants: z.array(grant), nextCursor: schema.nextCursor }),
};

export const grantsRevoke = {
  input: z.strictObject({ id: schema.id('grant') }),
  output: schema.success,
};
