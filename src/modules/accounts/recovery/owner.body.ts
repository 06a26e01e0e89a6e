import { IsOptional } from 'class-validator';
import { IsName } from '../../../http/bodies/body-rules';
import { IsEmailAddress } from '../profile/email-address';
import { IsNewPassword } from '../password/new-password.rule';
import { IsSlug } from '../registration/register.body';

/** An account that the operator names. */
export class NamedAccountBody {
  @IsEmailAddress()
  email!: string;

  /** Without a password, the operator gets a link with which the user sets one. */
  @IsOptional()
  @IsNewPassword()
  password?: string;
}

/** The owner of a new organization, or the new owner of an existing one. */
export class OwnerBody extends NamedAccountBody {
  /** Required for an address without an account. */
  @IsOptional()
  @IsName()
  name?: string;

  /** The name of a new organization; without it, the slug is the one of an existing organization. */
  @IsOptional()
  @IsName()
  organization?: string;

  @IsOptional()
  @IsSlug()
  slug?: string;
}
