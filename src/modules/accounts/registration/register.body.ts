import { IsOptional, ValidateBy, ValidateIf } from 'class-validator';
import { IsName, IsText } from '../../../http/bodies/body-rules';
import { slugProblem } from '../../organizations';
import { IsEmailAddress } from '../profile/email-address';
import { IsNewPassword } from '../password/new-password.rule';

/** A subdomain that an organization can have. */
export const IsSlug = (): PropertyDecorator =>
  ValidateBy({
    name: 'isSlug',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && slugProblem(value) === null,
      defaultMessage: (given) =>
        (typeof given?.value === 'string' ? slugProblem(given.value) : null) ?? 'Must be text',
    },
  });

const MAX_TOKEN = 200;

const isInvited = ({ invitationToken }: RegisterBody): boolean =>
  invitationToken !== undefined && invitationToken !== null;

/** POST /api/auth/register: with a new organization, or with an invitation. */
export class RegisterBody {
  @IsName()
  name!: string;

  @IsEmailAddress()
  email!: string;

  @IsNewPassword()
  password!: string;

  @ValidateIf((body: RegisterBody) => !isInvited(body))
  @IsName()
  organizationName?: string | null;

  @IsOptional()
  @IsSlug()
  organizationSlug?: string | null;

  @IsOptional()
  @IsText(1, MAX_TOKEN)
  invitationToken?: string | null;
}
