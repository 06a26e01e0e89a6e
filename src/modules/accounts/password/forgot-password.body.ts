import { IsEmailAddress } from '../profile/email-address';

/** POST /api/auth/forgot-password */
export class ForgotPasswordBody {
  @IsEmailAddress()
  email!: string;
}
