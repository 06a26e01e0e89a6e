import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** The fields of a form in the order of their values: a field with several values is repeated. */
export type FieldValues = ReadonlyMap<string, readonly string[]>;

/** A form that a page has sent. */
export class SubmittedForm {
  constructor(private readonly request: FastifyRequest) {}

  fields(): FieldValues {
    return new Map(
      Object.entries((this.request.body ?? {}) as Record<string, string | string[]>).map(([name, given]) => [
        name,
        [given].flat(),
      ]),
    );
  }
}

/** Passes the form to the method of a page whose fields can have several values. */
export const Submitted = createParamDecorator(
  (_options: unknown, context: ExecutionContext): SubmittedForm =>
    new SubmittedForm(context.switchToHttp().getRequest<FastifyRequest>()),
);
