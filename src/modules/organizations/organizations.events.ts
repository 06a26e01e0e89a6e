import type { DomainEvent } from '../../platform/jobs/outbox';
import type { OrganizationOutput } from './organizations.schemas';

/** The record as it is after the change, in the API's own shape. */
export const organizationsEvents = {
  created: (organization: OrganizationOutput): DomainEvent => ({
    type: 'organization.created',
    data: { organization },
  }),
  deleted: (organization: OrganizationOutput): DomainEvent => ({
    type: 'organization.deleted',
    data: { organization },
  }),
  updated: (organization: OrganizationOutput): DomainEvent => ({
    type: 'organization.updated',
    data: { organization },
  }),
};
