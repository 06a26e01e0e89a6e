import { ArrayNotEmpty, ArrayUnique, IsIn, IsOptional, ValidateBy } from 'class-validator';
import { SCOPES, type Scope } from '../../access/scope';
import { IsName } from '../../rpc/body-rules';
import { lifetimeMs } from './token-lifetime';

const SCOPES_MESSAGE = `Must be a list of at least one of ${SCOPES.join(', ')}, each once`;

const IsLifetime = (): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isLifetime',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && lifetimeMs(value) !== null,
      },
    },
    { message: 'Must be a time such as 12h, 90d, 6w or 1y, of at most 366 days' },
  );

/** POST /api/auth/tokens */
export class CreateTokenBody {
  @IsName()
  name!: string;

  @ArrayNotEmpty({ message: SCOPES_MESSAGE })
  @ArrayUnique({ message: SCOPES_MESSAGE })
  @IsIn(SCOPES, { each: true, message: SCOPES_MESSAGE })
  scopes!: Scope[];

  /** Without it the token lives until it is revoked, or as long as the token that makes it. */
  @IsOptional()
  @IsLifetime()
  expiresIn?: string | null;
}
