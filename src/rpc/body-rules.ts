import { applyDecorators } from '@nestjs/common';
import { IsString, Length, ValidateBy } from 'class-validator';
import { NAME_MAX } from './schema';

/** Rules that plain routes' bodies share, as `schema.ts` is for procedures. */

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
    { message: `Must be text of 1 to ${NAME_MAX} characters, not blank` },
  );

/** Text of a length. */
export const IsText = (min: number, max: number): PropertyDecorator =>
  applyDecorators(
    IsString({ message: 'Must be text' }),
    Length(min, max, { message: `Must be ${min} to ${max} characters` }),
  );
