import { isDeepStrictEqual } from 'node:util';
import { ERROR_CODES, type ErrorCode } from '../../../src/kernel/error-code';
import type { JsonSchema } from '../../../src/modules/api-reference/json-schema';
import { components } from '../../../src/modules/api-reference/openapi/components';
import { type Exchange, parsedBody, pathOf } from './exchange';
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

/** What a field of the input can cause (docs/api.md). */
const WITH_ISSUES: ReadonlySet<ErrorCode> = new Set([
  'BAD_REQUEST',
  'NOT_FOUND',
  'CONFLICT',
  'PAYLOAD_TOO_LARGE',
]);

/** docs/style.md; quoted text is that of the caller. */
const SENTENCE = /^[^\n]*("[^]*"[^\n]*)?(?<![\s.])$/u;

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
  if (issues.length > 0 && !WITH_ISSUES.has(code)) fail('has issues');
  // The message repeats the first issue, whose path is text of the caller.
  const [first] = issues;
  const isFirst = first !== undefined && shape.message === `${first.path}: ${first.message}`;
  const messages = [...(isFirst ? [] : [shape.message]), ...issues.map(({ message }) => message)];
  // Some end with the path, which is text of the caller.
  if (messages.some((message) => !SENTENCE.test(message) && !message.endsWith(path)))
    fail('is not one sentence without a period');
  checkNoInternals(name, messages);
  return httpStatus;
}

/** The headers that a failed response needs (contract §5, RFC 6750, RFC 9110). */
const NEEDED: Readonly<Record<number, string>> = { 401: 'www-authenticate', 405: 'allow' };

export function checkErrorHeaders(exchange: Exchange): void {
  const { method, status, headers } = exchange;
  const name = `${method} ${pathOf(exchange)}`;
  checkRetry(name, exchange);
  const needed = NEEDED[status];
  if (needed !== undefined && headers[needed] === undefined)
    throw new Error(`The ${status} of ${name} has no ${needed}`);
}

/** Clients read when they can repeat the call, also one of a batch. */
export function checkRetry(name: string, { status, headers }: Pick<Exchange, 'status' | 'headers'>): void {
  if ((status === 429 || status === 503) && !/^[1-9]\d*$/.test(String(headers['retry-after'])))
    throw new Error(`The ${status} of ${name} has no retry-after`);
}

/** For responses to bytes that are no request, or to one that becomes a socket: only errors of the API are compared. */
export function checkRawError(status: number, text: string): void {
  const body = parsedBody(text) as { error?: unknown } | null;
  const isOfApi = typeof body === 'object' && typeof body?.error === 'object' && !('jsonrpc' in body);
  if (status < 400 || !isOfApi) return;
  if (checkError('a connection', body) !== status)
    throw new Error(`The error of a connection has the status ${status}: ${text}`);
}
