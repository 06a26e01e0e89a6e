import type { ApplicationId, GrantId } from '../../kernel/ids';
import type { Scope } from '../../access/scope';
import type { DomainEvent } from '../../platform/jobs/outbox';
import type { ApplicationOutput } from './applications.schemas';
import type { GrantOutput } from './grants.schemas';

/** Records as the API shows them; a secret is in no event. */
export const oauthEvents = {
  applicationCreated: (application: ApplicationOutput): DomainEvent => ({
    type: 'application.created',
    data: { application },
  }),
  applicationUpdated: (application: ApplicationOutput): DomainEvent => ({
    type: 'application.updated',
    data: { application },
  }),
  applicationDeleted: (application: ApplicationOutput): DomainEvent => ({
    type: 'application.deleted',
    data: { application },
  }),
  secretRotated: (application: ApplicationOutput): DomainEvent => ({
    type: 'application.secret_rotated',
    data: { application },
  }),
  granted: (grant: { id: GrantId; applicationId: ApplicationId; scopes: Scope[] }): DomainEvent => ({
    type: 'grant.given',
    data: { grant },
  }),
  grantRevoked: (grant: GrantOutput): DomainEvent => ({ type: 'grant.revoked', data: { grant } }),
};
