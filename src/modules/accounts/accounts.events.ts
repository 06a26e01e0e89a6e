import { z } from 'zod';
import { SIGN_IN_METHODS } from '../../access/principal';
import { defineEvent } from '../../platform/events/define-event';
import * as schema from '../../rpc/schema';

const internal = 'Sign-ins, which audit.list shows to administrators.';

/** Events belong to organizations. A change to an account alone, such as a password reset, emits none. */
export const accountsEvents = {
  signedIn: defineEvent('session.created', {
    when: 'A member signed in on the host of the organization.',
    subject: 'organization',
    payload: { userId: schema.id('user') },
    public: { internal },
  }),
  ssoBypassed: defineEvent('sso.bypassed', {
    when: 'The owner signed in without the single sign-on that the organization enforces.',
    subject: 'organization',
    payload: { userId: schema.id('user'), method: z.enum(SIGN_IN_METHODS) },
    public: { internal },
  }),
  renamed: defineEvent('member.renamed', {
    when: 'A user changed their name; the event occurs in each organization with an active membership.',
    subject: 'organization',
    payload: { userId: schema.id('user'), name: z.string() },
    public: { internal: 'Clients read names with the records that show them.' },
  }),
};
