import { oauthErrorBody } from '../oauth-error-body';
import type { OAuthRequestError } from '../oauth-request-error';

/** Where a response is sent, and the parameters that every response has. */
export interface AnswerAddress {
  redirectUri: string;
  issuer: string;
  /** Exactly as sent in the request; null if it was absent. */
  state: string | null;
}

export function codeAnswer(address: AnswerAddress, code: string): string {
  return answer(address, { code });
}

export function errorResponse(address: AnswerAddress, rejection: OAuthRequestError): string {
  return answer(address, { ...oauthErrorBody(rejection) });
}

/** The registered redirect URI, unchanged, with the response added; `iss` identifies the server (RFC 9207). */
function answer({ redirectUri, issuer, state }: AnswerAddress, own: Record<string, string>): string {
  const parameters = Object.entries({ ...own, iss: issuer }).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  if (state !== null) parameters.push(`state=${state}`);
  const joint = redirectUri.includes('?') ? (/[?&]$/.test(redirectUri) ? '' : '&') : '?';
  return `${redirectUri}${joint}${parameters.join('&')}`;
}
