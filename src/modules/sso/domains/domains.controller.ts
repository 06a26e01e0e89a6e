import type { CallContext } from '../../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../../rpc/schema';
import { AUDITED_DOMAIN } from './domain-audit-snapshot';
import { DomainsService } from './domains.service';
import { presentDomain } from '../sso.presenter';
import * as schemas from '../sso.schemas';

const BY_ADMINS = {
  scope: 'admin',
  role: 'admin',
  isAudited: true,
  recordAuditSnapshot: AUDITED_DOMAIN,
} as const;

@Procedures()
export class DomainsController {
  constructor(private readonly domains: DomainsService) {}

  @QueryProcedure('sso.domains.list', {
    ...schemas.domainsList,
    scope: 'read',
    role: 'admin',
    description: 'The domains of the organization, verified and pending, oldest first.',
  })
  async list(context: CallContext, { cursor, limit }: Input<typeof schemas.domainsList>) {
    const { rows, nextCursor } = await this.domains.list(context, { cursor: cursor ?? null, limit });
    return { domains: rows.map(presentDomain), nextCursor };
  }

  @MutationProcedure('sso.domains.add', {
    ...schemas.domainsAdd,
    ...BY_ADMINS,
    description:
      'Adds a domain and returns the DNS TXT record that verifies it. CONFLICT if the organization already has the domain.',
  })
  async add(context: CallContext, { domain }: Input<typeof schemas.domainsAdd>) {
    return presentDomain(await this.domains.add(context, domain));
  }

  @MutationProcedure('sso.domains.verify', {
    ...schemas.domainsVerify,
    ...BY_ADMINS,
    isPrepared: true,
    description:
      'Looks up the DNS TXT record and verifies the domain. BAD_REQUEST if the record does not exist; CONFLICT if another organization has verified the domain.',
  })
  async verify(context: CallContext, { id }: Input<typeof schemas.domainsVerify>) {
    const finish = await this.domains.verify(context, id);
    return async (now: CallContext) => presentDomain(await finish(now));
  }

  @MutationProcedure('sso.domains.remove', {
    ...schemas.domainsRemove,
    ...BY_ADMINS,
    description:
      'Removes a domain, verified or pending. Members are kept. The domains that can sign on are set in `domains` of sso.update.',
  })
  async remove(context: CallContext, { id }: Input<typeof schemas.domainsRemove>) {
    await this.domains.remove(context, id);
    return SUCCESS;
  }
}
