import type { DomainEvent } from '../../platform/jobs/outbox';
import type { DomainRow } from './domains.repository';
import { presentDomain } from './sso.presenter';
import type { ConnectionOutput } from './sso.schemas';

/** The record as it is after the change, or was before it ended, in the API's own shape. */
export const ssoEvents = {
  updated: ({ type, enforced, domains }: ConnectionOutput): DomainEvent => ({
    type: 'sso.updated',
    data: { sso: { type, enforced, domains } },
  }),
  deleted: (): DomainEvent => ({ type: 'sso.deleted', data: {} }),
  domainAdded: (domain: DomainRow): DomainEvent => ({
    type: 'sso.domain_added',
    data: { domain: presentDomain(domain) },
  }),
  domainVerified: (domain: DomainRow): DomainEvent => ({
    type: 'sso.domain_verified',
    data: { domain: presentDomain(domain) },
  }),
  domainRemoved: (domain: DomainRow): DomainEvent => ({
    type: 'sso.domain_removed',
    data: { domain: presentDomain(domain) },
  }),
};
