import { defineEvent } from '../../platform/events/define-event';
import { token } from './tokens/scim-tokens.schemas';

const internal = 'Administration of access, which audit.list shows.';

/** Changes of members that a directory makes are events of the members module. No event contains a secret. */
export const scimEvents = {
  tokenCreated: defineEvent('scim_token.created', {
    when: 'A token for a directory was created.',
    subject: 'organization',
    payload: { token },
    public: { internal },
  }),
  tokenRevoked: defineEvent('scim_token.revoked', {
    when: 'A token of a directory was revoked.',
    subject: 'organization',
    payload: { token },
    public: { internal },
  }),
};
