import { IsText } from '../../../http/bodies/body-rules';
import { IsNewPassword } from './new-password.rule';

const MAX_TOKEN = 200;

/** POST /api/auth/reset-password */
export class ResetPasswordBody {
  @IsText(1, MAX_TOKEN)
  token!: string;

  @IsNewPassword()
  password!: string;
}
