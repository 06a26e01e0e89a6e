import { Body, Injectable, type PipeTransform } from '@nestjs/common';
import { InvalidInput } from '../../kernel/app-error';
import { findUnacceptable } from '../bodies/acceptable-input';

/** A form's fields as sent by the browser. */
export type FormFields = Readonly<Record<string, string>>;

/** The fields of a form; a duplicate field is rejected, because it is ambiguous. */
export const FormBody = (): ParameterDecorator => Body(new FormBodyPipe());

@Injectable()
class FormBodyPipe implements PipeTransform<unknown, FormFields> {
  transform(value: unknown): FormFields {
    const fields: Record<string, string> = Object.create(null) as Record<string, string>;
    for (const [name, given] of Object.entries((value ?? {}) as Record<string, unknown>)) {
      if (typeof given !== 'string') throw InvalidInput.at(name, 'Send this field once');
      fields[name] = given;
    }
    const problem = findUnacceptable(fields);
    if (problem) throw new InvalidInput([problem]);
    return fields;
  }
}
