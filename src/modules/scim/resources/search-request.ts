import { valueOf } from '../patch/patch-operations';
import { ScimError } from '../scim-error';
import { resourceBody } from './resource-body';
import { SCHEMAS } from './schema-names';

const NAMES = [
  'filter',
  'startIndex',
  'count',
  'sortBy',
  'sortOrder',
  'attributes',
  'excludedAttributes',
] as const;

/** The body of a search (RFC 7644, 3.4.3) as the query parameters of the equivalent list. */
export function searchParameters(body: unknown): Record<string, unknown> {
  const request = resourceBody(body, SCHEMAS.searchRequest);
  const given = NAMES.map((name): [string, unknown] => [name, valueOf(request, name.toLowerCase())]);
  return Object.fromEntries(
    given.flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, parameter(name, value)]],
    ),
  );
}

function parameter(name: string, value: unknown): unknown {
  switch (name) {
    case 'startIndex':
    case 'count':
      return typeof value === 'number' ? String(value) : value;
    case 'attributes':
    case 'excludedAttributes':
      return Array.isArray(value) ? attributeList(name, value) : value;
    default:
      return value;
  }
}

function attributeList(name: string, names: readonly unknown[]): string {
  if (!names.every((each) => typeof each === 'string'))
    throw new ScimError('invalidValue', `${name}: must be a list of attribute names`);
  return names.join(',');
}
