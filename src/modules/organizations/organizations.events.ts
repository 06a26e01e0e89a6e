import { defineEvent } from '../../platform/events/define-event';
import { organization } from './organizations.schemas';

const internal = 'Settings of the organization, whose changes audit.list shows.';

/** The record after the change; for a deletion, before it. */
export const organizationsEvents = {
  created: defineEvent('organization.created', {
    when: 'An organization was created.',
    subject: 'organization',
    payload: { organization },
    public: { internal },
  }),
  updated: defineEvent('organization.updated', {
    when: 'The settings of the organization changed.',
    subject: 'organization',
    payload: { organization },
    public: { internal },
  }),
  deleted: defineEvent('organization.deleted', {
    when: 'The organization was deleted.',
    subject: 'organization',
    payload: { organization },
    public: { internal },
  }),
  restored: defineEvent('organization.restored', {
    when: 'The owner restored a deleted organization.',
    subject: 'organization',
    payload: { organization },
    public: { internal },
  }),
};
