import type { FormFields } from '../../../http/pages/form-body';
import { OAuthRequestError } from '../oauth-request-error';

export interface ClientCredentials {
  clientId: string;
  /** Null if the client sent no secret. */
  clientSecret: string | null;
}

/** From the header or from the body. Both at once are rejected, because they could differ (RFC 6749, 2.3.1). */
export function clientCredentials(authorization: string | undefined, fields: FormFields): ClientCredentials {
  const clientId = fields['client_id'] || null;
  const clientSecret = fields['client_secret'] || null;
  if (authorization === undefined) {
    if (clientId === null) throw new OAuthRequestError('invalid_client', 'Send client_id and client_secret');
    return { clientId, clientSecret };
  }
  const basic = basicCredentials(authorization);
  if (basic === null) throw new OAuthRequestError('invalid_client', 'The Authorization header must be Basic');
  if (clientSecret !== null) {
    throw new OAuthRequestError(
      'invalid_request',
      'Authenticate with the header or with the body, not with both',
    );
  }
  if (clientId !== null && clientId !== basic.clientId) {
    throw new OAuthRequestError(
      'invalid_request',
      'The client_id differs from the one in the Authorization header',
    );
  }
  return basic;
}

/** Client id and secret are form-encoded before they are joined. */
function basicCredentials(authorization: string): ClientCredentials | null {
  const encoded = /^Basic +([A-Za-z0-9+/]+=*) *$/i.exec(authorization)?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const at = text.indexOf(':');
  const clientId = at === -1 ? null : formDecoded(text.slice(0, at));
  const clientSecret = at === -1 ? null : formDecoded(text.slice(at + 1));
  if (clientId === null || clientSecret === null) return null;
  return { clientId, clientSecret: clientSecret || null };
}

function formDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
