import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';

/** The `error` and `error_description` of RFC 6749, sanitized for pages and logs. */
export interface ProviderError {
  readonly error: string;
  readonly errorDescription?: string;
}

const MAX_ERROR = 100;
const MAX_DESCRIPTION = 300;

/** Null for a problem that the provider did not describe itself. */
export function providerErrorOf(cause: unknown): ProviderError | null {
  if (!(cause instanceof AuthorizationResponseError || cause instanceof ResponseBodyError)) return null;
  const error = sanitized(cause.error, MAX_ERROR);
  if (error === '') return null;
  const errorDescription = sanitized(cause.error_description ?? '', MAX_DESCRIPTION);
  return errorDescription === '' ? { error } : { error, errorDescription };
}

/** One line of visible characters: no line breaks, and no characters that change the direction of text. */
function sanitized(text: string, maxLength: number): string {
  const visible = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  return visible.slice(0, maxLength).toWellFormed();
}
