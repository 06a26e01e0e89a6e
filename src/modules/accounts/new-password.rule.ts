import { applyDecorators } from '@nestjs/common';
import { ValidateBy } from 'class-validator';
import { IsText } from '../../rpc/body-rules';
import { COMMON_PASSWORD, isCommonPassword, PASSWORD_MAX, PASSWORD_MIN } from './new-password';

const IsNoCommonPassword = (): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isNoCommonPassword',
      validator: { validate: (value: unknown) => typeof value !== 'string' || !isCommonPassword(value) },
    },
    { message: COMMON_PASSWORD },
  );

/** A field that is a password to be set. Rules of composition make passwords worse: length counts, and not being guessed. */
export const IsNewPassword = (): PropertyDecorator =>
  applyDecorators(IsNoCommonPassword(), IsText(PASSWORD_MIN, PASSWORD_MAX));
