import { z } from 'zod';
import { lifetimeMs } from '../../tokens';
import * as schema from '../../../rpc/schema';

export const token = z.object({
  id: schema.id('scimToken'),
  name: z.string(),
  reachesAdmins: z.boolean(),
  createdBy: schema.id('user'),
  expiresAt: schema.timestamp.nullable(),
  lastUsedAt: schema.timestamp.nullable(),
  createdAt: schema.timestamp,
});
export type ScimTokenOutput = z.output<typeof token>;

export const scimTokensList = {
  input: z.strictObject(schema.page('scimToken')),
  output: z.object({ tokens: z.array(token), nextCursor: schema.nextCursor }),
};

export const scimTokensCreate = {
  input: z.strictObject({
    name: schema.name(),
    expiresIn: z
      .string()
      .refine(
        (text) => lifetimeMs(text) !== null,
        'Must be a duration such as 12h, 90d, 6w or 1y, at most 366 days',
      )
      .nullish(),
  }),
  output: token.extend({ token: schema.secret, endpoint: z.string() }),
};
export type ScimTokensCreateInput = z.output<typeof scimTokensCreate.input>;

export const scimTokensRevoke = {
  input: z.strictObject({ id: schema.id('scimToken') }),
  output: schema.success,
};
