import { IsOptional, ValidateBy } from 'class-validator';
import { SCOPES, type Scope } from '../../access/scope';
import { IsName } from '../../http/bodies/body-rules';
import { lifetimeMs } from './token-lifetime';

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
}
