import { IsOptional, ValidateBy } from 'class-validator';
import type { z } from 'zod';
import type { BoardId, WorkspaceId } from '../../kernel/ids';
import { SCOPES, type Scope } from '../../access/scope';
import { IsName } from '../../http/bodies/body-rules';
import { CIDRS_MAX, PLACES_MAX } from './limits/token-limits';
import { lifetimeMs } from './token-lifetime';
import { tokensCreate } from './tokens.schemas';

// One validator for the list: the library's validator per element takes a second for a list of a megabyte.
const IsScopes = (): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isScopes',
      validator: {
        validate: (value: unknown) =>
          Array.isArray(value) &&
          value.length > 0 &&
          value.length <= SCOPES.length &&
          value.every((scope) => SCOPES.includes(scope as Scope)) &&
          new Set(value).size === value.length,
      },
    },
    { message: `Must be a list of at least one of ${SCOPES.join(', ')}, each once` },
  );

const IsLifetime = (): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isLifetime',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && lifetimeMs(value) !== null,
      },
    },
    { message: 'Must be a duration such as 12h, 90d, 6w or 1y, at most 366 days' },
  );

/** As in `auth.tokens.create`. The length is checked first: a list of a megabyte would take a second. */
const IsListOf = (list: z.ZodType, max: number): PropertyDecorator =>
  ValidateBy({
    name: 'isListOf',
    validator: {
      validate: (value: unknown) =>
        Array.isArray(value) && value.length <= max && list.safeParse(value).success,
      defaultMessage: (given) =>
        Array.isArray(given?.value) && given.value.length <= max
          ? list.safeParse(given.value).error!.issues[0]!.message
          : `Must be a list of at most ${max} entries`,
    },
  });

const { workspaceIds, boardIds, allowedCidrs } = tokensCreate.input.shape;

/** POST /api/auth/tokens */
export class CreateTokenBody {
  @IsName()
  name!: string;

  @IsScopes()
  scopes!: Scope[];

  /** Without it the token does not expire, or expires with the token that creates it. */
  @IsOptional()
  @IsLifetime()
  expiresIn?: string | null;

  /** At most one of the lists of ids: outside of these places, the token sees nothing. */
  @IsOptional()
  @IsListOf(workspaceIds, PLACES_MAX)
  workspaceIds?: WorkspaceId[] | null;

  @IsOptional()
  @IsListOf(boardIds, PLACES_MAX)
  boardIds?: BoardId[] | null;

  /** Addresses and CIDRs from which the token can be used. */
  @IsOptional()
  @IsListOf(allowedCidrs, CIDRS_MAX)
  allowedCidrs?: string[] | null;
}
