import { findUnacceptable } from '../../../http/bodies/acceptable-input';
import { isObject, valueOf } from '../patch/patch-operations';
import { ScimError } from '../scim-error';

/** The body of a request: an object with the expected schema and only acceptable text and numbers. */
export function resourceBody(body: unknown, schema: string): Record<string, unknown> {
  if (!isObject(body)) throw new ScimError('invalidSyntax', 'The body must be an object');
  const problem = findUnacceptable(body);
  if (problem) throw new ScimError('invalidValue', `${problem.path}: ${problem.message}`);
  const schemas = valueOf(body, 'schemas');
  if (schemas !== undefined) {
    const isNamed =
      Array.isArray(schemas) &&
      schemas.some((each) => typeof each === 'string' && each.toLowerCase() === schema.toLowerCase());
    if (!isNamed) throw new ScimError('invalidSyntax', `schemas: must name ${schema}`);
  }
  return body;
}
