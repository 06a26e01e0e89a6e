import { STATUS_CODES } from 'node:http';
import type { AppError } from '../../kernel/app-error';
import { clock } from '../../kernel/clock';
import { errorBody, httpStatusOf } from '../errors/error-shape';

/** A whole error response, for connections that have no response object. */
export function responseText(failure: AppError, path: string, headers: Record<string, string>): string {
  const status = httpStatusOf(failure);
  const body = JSON.stringify(errorBody(failure, path));
  const { retryAfterSeconds } = failure;
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Cache-Control: no-store',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(retryAfterSeconds === undefined ? [] : [`Retry-After: ${retryAfterSeconds}`]),
    `Date: ${clock.now().toUTCString()}`,
    'Connection: close',
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
