import type { DomainEvent } from '../../platform/jobs/outbox';
import type { ScimTokenOutput } from './scim-tokens.schemas';

/** What happens to members is told by their own module. A secret is in no event. */
export const scimEvents = {
  tokenCreated: (token: ScimTokenOutput): DomainEvent => ({ type: 'scim_token.created', data: { token } }),
  tokenRevoked: (token: ScimTokenOutput): DomainEvent => ({ type: 'scim_token.revoked', data: { token } }),
};
