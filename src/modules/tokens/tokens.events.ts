import { defineEvent } from '../../platform/events/define-event';
import { token } from './tokens.schemas';

const internal = 'Administration of access, which audit.list shows.';

/** The token as auth.tokens.list returns it; no event contains a secret. */
export const tokensEvents = {
  created: defineEvent('token.created', {
    when: 'A user created a personal access token.',
    subject: 'organization',
    payload: { token },
    public: { internal },
  }),
  revoked: defineEvent('token.revoked', {
    when: 'A personal access token was revoked.',
    subject: 'organization',
    payload: { token },
    public: { internal },
  }),
};
