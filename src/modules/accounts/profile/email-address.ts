import { isEmail, ValidateBy } from 'class-validator';
import { trimmedEmail } from '../../../kernel/email-key';

export { emailKey, trimmedEmail } from '../../../kernel/email-key';

/** RFC 5321's longest path, without its brackets. */
const MAX_LENGTH = 254;

/** A body field that is an e-mail address. */
export const IsEmailAddress = (): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isEmailAddress',
      validator: {
        validate: (value: unknown) =>
          typeof value === 'string' &&
          trimmedEmail(value).length <= MAX_LENGTH &&
          isEmail(trimmedEmail(value)),
      },
    },
    { message: 'Must be an e-mail address' },
  );
