import type { ErrorCode } from '../../kernel/error-code';

/** Why the service closes a WebSocket: codes of RFC 6455, and 4000 plus the status of HTTP (docs/realtime.md). */
export const CLOSE_CODES = {
  unsupportedMessage: 1003,
  restart: 1012,
  tryAgainLater: 1013,
  badRequest: 4400,
  notAuthenticated: 4401,
  forbidden: 4403,
  notFound: 4404,
  tooSlow: 4408,
  tooMany: 4429,
} as const;

export type CloseReason = keyof typeof CLOSE_CODES;

const OF_ERRORS: Partial<Record<ErrorCode, CloseReason>> = {
  BAD_REQUEST: 'badRequest',
  UNAUTHORIZED: 'notAuthenticated',
  FORBIDDEN: 'forbidden',
  NOT_FOUND: 'notFound',
  TOO_MANY_REQUESTS: 'tooMany',
};

/** The reason for which a socket closes that a failure ends. */
export function closeReasonOf(code: ErrorCode): CloseReason {
  return OF_ERRORS[code] ?? 'tryAgainLater';
}
