import { Body, Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { getMetadataStorage, validateSync, type ValidationError } from 'class-validator';
import { InvalidInput, type InputIssue } from '../../kernel/app-error';
import { findUnacceptable, shownPath } from './acceptable-input';

interface RestBodyOptions {
  /** The body may also have the envelope of procedures: `{ "json": … }`. */
  mayBeWrapped?: boolean;
}

type BodyClass = new () => object;

/** The JSON body of an HTTP route, validated with the class-validator rules of the parameter's class. */
export const RestBody = (options: RestBodyOptions = {}): ParameterDecorator =>
  Body(new RestBodyPipe(options));

/** Rejected bodies name each rejected field, as rejected procedure inputs do; unknown keys are rejected. */
@Injectable()
class RestBodyPipe implements PipeTransform<unknown, object> {
  constructor(private readonly options: RestBodyOptions) {}

  transform(value: unknown, { metatype }: ArgumentMetadata): object {
    const body = this.unwrapped(value ?? {});
    if (!isRecord(body)) throw InvalidInput.at('', 'The body must be an object');
    const problem = findUnacceptable(body);
    if (problem) throw new InvalidInput([problem]);
    return checkedBody(metatype as BodyClass, body);
  }

  private unwrapped(body: unknown): unknown {
    // Stock clients with superjson add `meta`; these bodies do not need it.
    const isWrapped =
      this.options.mayBeWrapped === true &&
      isRecord(body) &&
      Object.hasOwn(body, 'json') &&
      Object.keys(body).every((key) => key === 'json' || key === 'meta');
    return isWrapped ? body['json'] : body;
  }
}

/** The body as an instance of its class. */
export function checkedBody<T extends object>(of: new () => T, body: Record<string, unknown>): T {
  const instance = new of();
  const known = knownKeys(of);
  // Checked here, not with the validator's whitelist, which treats the names of Object's own members as known.
  const unknown = Object.keys(body).filter((key) => !known.has(key));
  if (unknown.length > 0)
    throw new InvalidInput(
      unknown.slice(0, 20).map((key) => ({ path: shownPath(key), message: 'Unknown key' })),
    );
  for (const key of known) if (Object.hasOwn(body, key)) Reflect.set(instance, key, body[key]);
  const errors = validateSync(instance, { whitelist: true, forbidNonWhitelisted: true });
  if (errors.length > 0) throw new InvalidInput(errors.flatMap((error) => issuesOf(error)));
  return instance;
}

function knownKeys(of: BodyClass): Set<string> {
  const rules = getMetadataStorage().getTargetValidationMetadatas(of, '', false, false);
  return new Set(rules.map((rule) => rule.propertyName));
}

function issuesOf(error: ValidationError): InputIssue[] {
  // One reason is enough: "must be text" makes a rejected length redundant.
  const reasons = Object.values(error.constraints ?? {});
  return [{ path: error.property, message: reasons.at(-1) ?? 'Not valid' }];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
