import { isDeepStrictEqual } from 'node:util';
import { ERROR_CODES, type ErrorCode } from '../../../src/kernel/error-code';
import type { JsonSchema } from '../../../src/modules/api-reference/json-schema';
import { components } from '../../../src/modules/api-reference/openapi/components';
import { checkNoInternals } from './internals';
import { checkConstant } from './schema-check';

interface WireIssue {
  path: string;
  message: string;
}

interface WireShape {
  message: string;
  code: number;
  data: {
    code: ErrorCode;
    httpStatus: number;
    path: string;
    reason?: string;
    location?: string;
    issues?: WireIssue[];
  };
}

interface WireError {
  error: WireShape & { json: WireShape };
}

/** At most so many are shown (docs/api.md). */
const MAX_ISSUES = 20;

const { schemas } = components(new Map()) as { schemas: Record<string, JsonSchema> };

/** As every client of the OpenAPI document reads it. */
const ERROR: JsonSchema = { $ref: '#/components/schemas/Error', components: { schemas } };

/**
 * Throws unless it is an error as the API reference publishes it (contract §4 and §5): nothing is undeclared, code, number and
 * status belong together, the copy is the same, the reason is in the catalogue, and no text shows internals. Returns the status.
 */
export function checkError(name: string, body: unknown, paths?: readonly string[]): number {
  checkConstant(name, body, ERROR);
  const { json, ...shape } = (body as WireError).error;
  const fail = (problem: string): never => {
    throw new Error(`The error of ${name} ${problem}: ${JSON.stringify(shape)}`);
  };
  const { code, httpStatus, path, reason, location, issues = [] } = shape.data;
  const expected = ERROR_CODES[code];
  if (httpStatus !== expected.httpStatus || shape.code !== expected.number)
    fail(`is not ${expected.httpStatus} and ${expected.number}`);
  if (!isDeepStrictEqual(json, shape)) fail(`has another copy, ${JSON.stringify(json)}`);
  if (paths !== undefined && !paths.includes(path)) fail(`has the path of neither ${paths.join(' nor ')}`);
  if ((location !== undefined) !== (reason === 'other_cell')) fail('has a location without its reason');
  if (issues.length > MAX_ISSUES) fail(`has more than ${MAX_ISSUES} issues`);
  if (issues.length > 0 && code !== 'BAD_REQUEST' && code !== 'CONFLICT') fail('has issues');
  const messages = [shape.message, ...issues.map(({ message }) => message)];
  if (messages.some((message) => !/^\S(.*[^\s.])?$/su.test(message)))
    fail('is not one sentence without a period');
  checkNoInternals(name, messages);
  return httpStatus;
}

/** Throws unless a failed response has the headers that its status needs (contract §5, RFC 6750, RFC 9110). */
export function checkErrorHeaders(
  name: string,
  status: number,
  headers: Readonly<Record<string, unknown>>,
): void {
  const needed: Readonly<Record<number, string>> = {
    401: 'www-authenticate',
    405: 'allow',
    429: 'retry-after',
    503: 'retry-after',
  };
  const header = needed[status];
  if (header !== undefined && headers[header] === undefined)
    throw new Error(`The ${status} of ${name} has no ${header}`);
}
