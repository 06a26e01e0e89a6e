import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../rpc/schema';
import { AUDITED_DOMAIN } from './audited-domain';
import { DomainsService } from './domains.service';
import { presentDomain } from './sso.presenter';
import * as schemas from './sso.schemas';

const BY_ADMINS = {
  scope: 'admin',
  role: 'admin',
  isAudited: true,
  auditedRecord: AUDITED_DOMAIN,
} as const;

@Procedures()
export class DomainsController {
  constructor(private readonly domains: DomainsService) {}

  @QueryProcedure('sso.domains.list', {
    ...schemas.domainsList,
    scope: 'read',
    role: 'admin',
    description: 'Domains that the organization has shown, or is to show, to be its own, oldest first.',
  })
  async list(context: CallContext, { cursor, limit }: Input<typeof schemas.domainsList>) {
    const { rows, nextCursor } = await this.domains.list(context, { cursor: cursor ?? null, limit });
    return { domains: rows.map(presentDomain), nextCursor };
  }

  @MutationProcedure('sso.domains.add', {
    ...schemas.domainsAdd,
    ...BY_ADMINS,
    description:
      'Adds a domain, and answers the text record that proves it once it is published. CONFLICT for one that is there already.',
  })
  async add(context: CallContext, { domain }: Input<typeof schemas.domainsAdd>) {
    return presentDomain(await this.domains.add(context, domain));
  }

  @MutationProcedure('sso.domains.verify', {
    ...schemas.domainsVerify,
    ...BY_ADMINS,
    isPrepared: true,
    description:
      'Looks the text record up. BAD_REQUEST while it is not there; CONFLICT when another organization has shown the domain to be theirs.',
  })
  async verify(context: CallContext, { id }: Input<typeof schemas.domainsVerify>) {
    const finish = await this.domains.verify(context, id);
    return async (now: CallContext) => presentDomain(await finish(now));
  }

  @MutationProcedure('sso.domains.remove', {
    ...schemas.domainsRemove,
    ...BY_ADMINS,
    description:
      'Removes a domain, verified or not. Members stay; who may sign on is in `domains` of sso.update.',
  })
  async remove(context: CallContext, { id }: Input<typeof schemas.domainsRemove>) {
    await this.domains.remove(context, id);
    return SUCCESS;
  }
}
