import { IsOptional, ValidateBy } from 'class-validator';
import { IsName } from '../../rpc/body-rules';
import { slugProblem } from '../organizations';
import { IsEmailAddress } from './email-address';
import { IsNewPassword } from './new-password.rule';

const IsSlug = (): PropertyDecorator =>
  ValidateBy({
    name: 'isSlug',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && slugProblem(value) === null,
      defaultMessage: (given) =>
        (typeof given?.value === 'string' ? slugProblem(given.value) : null) ?? 'Must be text',
    },
  });

/** POST /api/auth/register */
export class RegisterBody {
  @IsName()
  name!: string;

  @IsEmailAddress()
  email!: string;

  @IsNewPassword()
  password!: string;

  @IsName()
  organizationName!: string;

  @IsOptional()
  @IsSlug()
  organizationSlug?: string | null;
}
