import { defineEvent } from '../../platform/events/define-event';
import { connection, domainRecord as domain } from './sso.schemas';

const internal = 'Settings of single sign-on, whose changes audit.list shows.';

/** The connection after the change; for a removal, before it. */
export const ssoEvents = {
  updated: defineEvent('sso_connection.updated', {
    when: 'The identity provider of the organization was set or changed.',
    subject: 'organization',
    payload: { sso: connection.pick({ type: true, enforced: true, domains: true }) },
    public: { internal },
  }),
  deleted: defineEvent('sso_connection.deleted', {
    when: 'The identity provider of the organization was removed.',
    subject: 'organization',
    payload: {},
    public: { internal },
  }),
  domainAdded: defineEvent('sso_domain.added', {
    when: 'A domain was added, to be verified.',
    subject: 'organization',
    payload: { domain },
    public: { internal },
  }),
  domainVerified: defineEvent('sso_domain.verified', {
    when: 'A domain was verified by DNS.',
    subject: 'organization',
    payload: { domain },
    public: { internal },
  }),
  domainRemoved: defineEvent('sso_domain.removed', {
    when: 'A domain was removed.',
    subject: 'organization',
    payload: { domain },
    public: { internal },
  }),
};
