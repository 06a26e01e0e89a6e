import { IsEmail, IsIn, IsOptional, Length, MaxLength } from 'class-validator';
import { FromEnv } from './from-env.decorator';

const EMAIL = { message: 'must be an e-mail address' };
/** RFC 5321's longest path, without its brackets. */
const EMAIL_MAX_LENGTH = 254;
const NAME_MAX_LENGTH = 255;

const trimmed = (text: string): string => text.trim();

/** Who can create an account. */
export class AccountsConfig {
  @FromEnv('REGISTRATION')
  @IsIn(['open', 'invite', 'closed'], { message: 'must be open, invite or closed' })
  registration: 'open' | 'invite' | 'closed' = 'open';

  /** Invited at the start of an installation that has no account, as the owner of its first organization. */
  @FromEnv('BOOTSTRAP_OWNER_EMAIL', trimmed)
  @IsOptional()
  @IsEmail({}, EMAIL)
  @MaxLength(EMAIL_MAX_LENGTH, EMAIL)
  firstOwnerEmail: string | undefined;

  /** The name of the first organization. */
  @FromEnv('BOOTSTRAP_ORGANIZATION', trimmed)
  @Length(1, NAME_MAX_LENGTH, { message: `must be a name of 1 to ${NAME_MAX_LENGTH} characters` })
  firstOrganization = 'Main organization';
}
