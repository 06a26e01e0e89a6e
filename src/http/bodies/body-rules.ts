import { length, ValidateBy } from 'class-validator';
import { NAME_MAX } from '../../kernel/limits';

/** Rules that the bodies of HTTP routes share, as `schema.ts` is for procedures. */

/** A name of 1 to 100 characters that is not blank. */
export const IsName = (): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isName',
      validator: {
        validate: (value: unknown) =>
          typeof value === 'string' && value.trim() !== '' && value.length <= NAME_MAX,
      },
    },
    { message: `Must be 1 to ${NAME_MAX} characters, not only spaces` },
  );

/** Text of a length, in Unicode characters. */
export const IsText = (min: number, max: number): PropertyDecorator =>
  ValidateBy({
    name: 'isText',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && length(value, min, max),
      defaultMessage: (given) =>
        typeof given?.value === 'string' ? `Must be ${min} to ${max} characters` : 'Must be text',
    },
  });
