import { applyDecorators } from '@nestjs/common';
import { ValidateBy } from 'class-validator';
import { IsText } from '../../../http/bodies/body-rules';
import { COMMON_PASSWORD, isCommonPassword, PASSWORD_MAX, PASSWORD_MIN } from './new-password';

const IsNoCommonPassword = (): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isNoCommonPassword',
      validator: { validate: (value: unknown) => typeof value !== 'string' || !isCommonPassword(value) },
    },
    { message: COMMON_PASSWORD },
  );

/**
 * A field with a new password. Composition rules make passwords worse: only length and common passwords are
 * checked.
 */
export const IsNewPassword = (): PropertyDecorator =>
  applyDecorators(IsNoCommonPassword(), IsText(PASSWORD_MIN, PASSWORD_MAX));
