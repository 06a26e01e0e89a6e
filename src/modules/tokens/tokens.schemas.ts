import { z } from 'zod';
import { SCOPES } from '../../access/scope';
import { isCidr } from '../../platform/config/cidr';
import * as schema from '../../rpc/schema';
import { CIDRS_MAX, PLACES_MAX } from './limits/token-limits';
import { lifetimeMs } from './token-lifetime';

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

const LIFETIME = 'Must be a duration such as 12h, 90d, 6w or 1y, at most 366 days';

function idsOf<N extends 'workspace' | 'board'>(noun: N) {
  return distinct(z.array(schema.id(noun)), PLACES_MAX).nullish();
}

function distinct<T extends z.ZodArray>(list: T, max: number) {
  return list
    .min(1, 'Must not be empty')
    .max(max, `Must have at most ${max} entries`)
    .refine((given) => new Set(given).size === given.length, 'Must not repeat an entry');
}

export const tokensCreate = {
  input: z.strictObject({
    name: schema.name(),
    scopes: distinct(z.array(z.enum(SCOPES)), SCOPES.length),
    expiresIn: z
      .string()
      .refine((text) => lifetimeMs(text) !== null, LIFETIME)
      .nullish(),
    workspaceIds: idsOf('workspace'),
    boardIds: idsOf('board'),
    allowedCidrs: distinct(
      z.array(z.string().refine(isCidr, 'Must be an address or a CIDR such as 203.0.113.0/24')),
      CIDRS_MAX,
    ).nullish(),
  }),
  output: token.omit({ lastUsedAt: true, workspaceIds: true, boardIds: true, allowedCidrs: true }).extend({
    token: schema.secret,
    workspaceIds: z.array(schema.id('workspace')).optional(),
    boardIds: z.array(schema.id('board')).optional(),
    allowedCidrs: z.array(z.string()).optional(),
  }),
};

export const tokensRevoke = {
  input: z.strictObject({ tokenId: schema.id('token') }),
  output: schema.success,
};

export type TokenOutput = z.output<typeof token>;
export type TokensCreateInput = z.output<typeof tokensCreate.input>;
export type CreatedToken = z.output<typeof tokensCreate.output>;
