import { IsEmailAddress } from '../profile/email-address';

/** POST /api/auth/resend-confirmation */
export class ResendConfirmationBody {
  @IsEmailAddress()
  email!: string;
}
