import { SCOPES } from '../../access/scope';
import { z } from 'zod';
import { defineEvent } from '../../platform/events/define-event';
import * as schema from '../../rpc/schema';
import { application } from './applications/applications.schemas';
import { grant } from './grants/grants.schemas';

const internal = 'Administration of access, which audit.list shows.';

/** The record as the API shows it; no event contains a secret. */
export const oauthEvents = {
  applicationCreated: defineEvent('application.created', {
    when: 'An OAuth application was registered.',
    subject: 'organization',
    payload: { application },
    public: { internal },
  }),
  applicationUpdated: defineEvent('application.updated', {
    when: 'The name, the redirect URIs or the scopes of an OAuth application changed.',
    subject: 'organization',
    payload: { application },
    public: { internal },
  }),
  applicationDeleted: defineEvent('application.deleted', {
    when: 'An OAuth application was deleted.',
    subject: 'organization',
    payload: { application },
    public: { internal },
  }),
  secretRotated: defineEvent('application.secret_rotated', {
    when: 'The client secret of an OAuth application was rotated.',
    subject: 'organization',
    payload: { application },
    public: { internal },
  }),
  grantCreated: defineEvent('grant.created', {
    when: 'A user authorized an OAuth application.',
    subject: 'organization',
    payload: {
      grant: z.strictObject({
        id: schema.id('grant'),
        applicationId: schema.id('application'),
        scopes: z.array(z.enum(SCOPES)),
      }),
    },
    public: { internal },
  }),
  grantRevoked: defineEvent('grant.revoked', {
    when: 'A user revoked the access of an OAuth application.',
    subject: 'organization',
    payload: { grant },
    public: { internal },
  }),
};
