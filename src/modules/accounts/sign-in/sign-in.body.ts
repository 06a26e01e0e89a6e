import { IsOptional } from 'class-validator';
import { IsText } from '../../../http/bodies/body-rules';
import { IsEmailAddress } from '../profile/email-address';

/**
 * Far longer than any password: bounds the input of the hash. A wrong length is a wrong password, not a bad
 * request.
 */
const MAX_TYPED = 1024;
const MAX_CODE = 100;

/** POST /api/auth/signin */
export class SignInBody {
  @IsEmailAddress()
  email!: string;

  @IsText(1, MAX_TYPED)
  password!: string;

  /** The second factor: an authenticator's code or a recovery code. An account without one ignores it. */
  @IsOptional()
  @IsText(0, MAX_CODE)
  code?: string | null;
}
