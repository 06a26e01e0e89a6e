import { oauthErrorBody } from '../oauth-error-body';
import type { OAuthRequestError } from '../oauth-request-error';

/** What every answer says besides: where it goes, whose it is, what it answers. */
export interface AnswerAddress {
  redirectUri: string;
  issuer: string;
  /** As it was written in the request; null when there was none. */
  state: string | null;
}

export function codeAnswer(address: AnswerAddress, code: string): string {
  return answer(address, { code });
}

export function errorResponse(address: AnswerAddress, refusal: OAuthRequestError): string {
  return answer(address, { ...oauthErrorBody(refusal) });
}

/** The registered address letter by letter, with the answer added; `iss` tells a client which server it is (RFC 9207). */
function answer({ redirectUri, issuer, state }: AnswerAddress, own: Record<string, string>): string {
  const parameters = Object.entries({ ...own, iss: issuer }).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  if (state !== null) parameters.push(`state=${state}`);
  const joint = redirectUri.includes('?') ? (/[?&]$/.test(redirectUri) ? '' : '&') : '?';
  return `${redirectUri}${joint}${parameters.join('&')}`;
}
