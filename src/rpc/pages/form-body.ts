import { Body, Injectable, type PipeTransform } from '@nestjs/common';
import { InvalidInput } from '../../kernel/app-error';
import { findUnacceptable } from '../acceptable-input';

/** A form's fields as the browser sent them. */
export type FormFields = Readonly<Record<string, string>>;

/** The fields of a sent form; one that is given twice is refused, because nobody knows which one was meant. */
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
