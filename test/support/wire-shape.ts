import { expect } from 'vitest';
import { ERROR_CODES, type ErrorCode } from '../../src/kernel/error-code';
import type { WireError } from './client';

/** The whole error body of the specification, with the copy of itself that clients with a transformer read. */
export function errorOf(
  code: ErrorCode,
  path: string,
  details: { message?: unknown; issues?: unknown } = {},
) {
  const { httpStatus, number } = ERROR_CODES[code];
  const data = { code, httpStatus, path, ...(details.issues ? { issues: details.issues } : {}) };
  const shape = { message: details.message ?? expect.stringMatching(/./), code: number, data };
  return { error: { ...shape, json: shape } };
}

/** What every response carries, whatever made it. */
export function expectEveryHeader(headers: Record<string, string | undefined>): void {
  expect(headers['x-request-id']).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['x-ratelimit-limit']).toMatch(/^[1-9]\d*$/);
  expect(headers['x-ratelimit-remaining']).toMatch(/^\d+$/);
  expect(Number(headers['x-ratelimit-remaining'])).toBeLessThanOrEqual(Number(headers['x-ratelimit-limit']));
  expect(headers['x-ratelimit-reset']).toMatch(/^\d{10}$/);
  const inSeconds = Number(headers['x-ratelimit-reset']) - Date.now() / 1000;
  expect(inSeconds).toBeGreaterThan(-2);
  expect(inSeconds).toBeLessThan(62);
  for (const name of ['server', 'x-powered-by', 'via']) expect(headers[name]).toBeUndefined();
}

/** The error of one call of a batch; undefined for a success. */
export const errorsOf = (body: unknown): (WireError | undefined)[] =>
  (body as { error?: WireError }[]).map(({ error }) => error);

/** The outputs of the calls of a batch; undefined for a failure. */
// The wire is untyped here: specs assert on it.
// oxlint-disable-next-line typescript/no-explicit-any
export const outputsOf = (body: unknown): any[] =>
  (body as { result?: { data: { json: unknown } } }[]).map(({ result }) => result?.data.json);
