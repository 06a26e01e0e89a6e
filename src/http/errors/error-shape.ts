import { HttpException } from '@nestjs/common';
import { AppError, type InputIssue } from '../../kernel/app-error';
import { ERROR_CODES, type ErrorCode } from '../../kernel/error-code';
import { asUnavailable } from '../../platform/database/database-errors';
import { asStorageUnavailable } from '../../platform/storage/storage-errors';

export interface ErrorData {
  code: string;
  httpStatus: number;
  path: string;
  issues?: readonly InputIssue[];
  reason?: string;
  location?: string;
}

export interface ErrorShape {
  message: string;
  code: number;
  data: ErrorData;
}

/** The specification's error body, with the `json` copy that tRPC clients with a transformer read (contract §5). */
export interface ErrorBody {
  error: ErrorShape & { json: ErrorShape };
}

/** The error that the caller sees. Any unexpected error becomes INTERNAL_SERVER_ERROR without detail. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof HttpException) return fromHttp(error.getStatus(), error.message, error);
  const unavailable = asUnavailable(error) ?? asStorageUnavailable(error);
  if (unavailable) return unavailable;
  if (isFrameworkError(error)) return fromHttp(error.statusCode, error.message, error);
  return new AppError('INTERNAL_SERVER_ERROR', 'Unexpected server error', { cause: error });
}

export function errorBody(error: AppError, path: string): ErrorBody {
  const { httpStatus, number } = ERROR_CODES[error.code];
  const data: ErrorData = { code: error.code, httpStatus, path };
  if (error.issues) data.issues = error.issues;
  if (error.reason !== undefined) data.reason = error.reason;
  if (error.location !== undefined) data.location = error.location;
  const shape: ErrorShape = { message: error.message, code: number, data };
  return { error: { ...shape, json: shape } };
}

export function httpStatusOf(error: AppError): number {
  return ERROR_CODES[error.code].httpStatus;
}

/**
 * Fastify's own rejections (a body that is too large, an unsupported type, an invalid URL); its 5xx are internal errors.
 * Not every error with a status: errors that a library throws inside a procedure are not shown.
 */
function isFrameworkError(error: unknown): error is Error & { statusCode: number } {
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown };
  const isFastifys = typeof code === 'string' && code.startsWith('FST_');
  return isFastifys && typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500;
}

function fromHttp(status: number, message: string, cause: unknown): AppError {
  const found = Object.entries(ERROR_CODES).find(([, { httpStatus }]) => httpStatus === status);
  if (found) return new AppError(found[0] as ErrorCode, messageOf(found[0] as ErrorCode, message), { cause });
  return status >= 500
    ? new AppError('INTERNAL_SERVER_ERROR', 'Unexpected server error', { cause })
    : new AppError('BAD_REQUEST', withoutPeriod(message), { cause });
}

function messageOf(code: ErrorCode, message: string): string {
  return code === 'INTERNAL_SERVER_ERROR' ? 'Unexpected server error' : withoutPeriod(message);
}

/** Messages of the framework are sentences with a period, those of the service have none (docs/style.md). */
function withoutPeriod(message: string): string {
  return message.replace(/\.$/, '');
}
