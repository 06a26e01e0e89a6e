import { ScimError } from '../scim-error';

const LENGTH_MAX = 8_000;

/** A query parameter, which must not be repeated; an empty one counts as absent. */
export function queryText(query: Record<string, unknown>, name: string): string | undefined {
  const value = Object.hasOwn(query, name) ? query[name] : undefined;
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string' || value.length > LENGTH_MAX)
    throw new ScimError('invalidValue', `${name}: must be given once and must not be too long`);
  if (value.includes('\u0000') || !value.isWellFormed())
    throw new ScimError('invalidValue', `${name}: contains invalid characters`);
  return value;
}
