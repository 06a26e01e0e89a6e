import type { DomainEvent } from '../../platform/jobs/outbox';
import type { TokenOutput } from './tokens.schemas';

/** The token as auth.tokens.list shows it; the secret is in no event. */
export const tokensEvents = {
  created: (token: TokenOutput): DomainEvent => ({ type: 'token.created', data: { token } }),
  revoked: (token: TokenOutput): DomainEvent => ({ type: 'token.revoked', data: { token } }),
};
