import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { type Page, pageOf, UnknownCursor } from '../../../kernel/cursor';
import type { DomainId, OrganizationId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { sqlState } from '../../../platform/database/database-errors';
import { statement, statementFamily } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';

export interface DomainRow {
  id: DomainId;
  domain: string;
  proof: string;
  verifiedAt: string | null;
  createdAt: string;
}

const FIELDS = `id, domain, proof, verified_at as "verifiedAt", created_at as "createdAt"`;

const ADD = statement(
  'sso-domains.add',
  `insert into sso_domains (organization_id, id, domain, proof, created_at)
   select $1, $2, $3, $4, $5
   where (select count(*) from sso_domains where organization_id = $1) < $6
   on conflict (organization_id, domain) do nothing returning ${FIELDS}`,
);

const FIND = statement(
  'sso-domains.find',
  `select ${FIELDS} from sso_domains where organization_id = $1 and id = $2`,
);

const FIND_BY_NAME = statement(
  'sso-domains.find-by-name',
  `select ${FIELDS} from sso_domains where organization_id = $1 and domain = $2`,
);

const VERIFY = statement(
  'sso-domains.verify',
  `update sso_domains set verified_at = coalesce(verified_at, $3) where organization_id = $1 and id = $2
   returning ${FIELDS}`,
);

const REMOVE = statement(
  'sso-domains.remove',
  `delete from sso_domains where organization_id = $1 and id = $2 returning ${FIELDS}`,
);

const LIST = statementFamily(
  'sso-domains.list',
  (limit: number) => `
  select ${FIELDS} from sso_domains where organization_id = $1 and id > coalesce($2, '')
  order by id limit ${limit + 1}`,
);

// Across all organizations: only one organization can verify a domain.
const HOLDER = statement(
  'sso-domains.holder',
  `select organization_id as "organizationId" from sso_domains where domain = $1 and verified_at is not null`,
);

const TAKEN = '23505';

@Injectable()
export class DomainsRepository {
  constructor(private readonly database: Database) {}

  /** Null if the organization already has the domain, or has `max` domains. */
  async add(
    context: TenantContext,
    { id, domain, proof }: { id: DomainId; domain: string; proof: string },
    max: number,
  ): Promise<DomainRow | null> {
    const values = [context.organizationId, id, domain, proof, clock.now(), max];
    const [row] = await this.database.query<DomainRow>(context, ADD, values);
    return row ?? null;
  }

  async find(context: TenantContext, id: DomainId): Promise<DomainRow | null> {
    const [row] = await this.database.query<DomainRow>(context, FIND, [context.organizationId, id]);
    return row ?? null;
  }

  async findByName(context: TenantContext, domain: string): Promise<DomainRow | null> {
    const values = [context.organizationId, domain];
    const [row] = await this.database.query<DomainRow>(context, FIND_BY_NAME, values);
    return row ?? null;
  }

  /** `taken` if another organization has verified the domain; null if it no longer exists. */
  async verify(context: TenantContext, id: DomainId): Promise<DomainRow | 'taken' | null> {
    try {
      const values = [context.organizationId, id, clock.now()];
      const [row] = await this.database.query<DomainRow>(context, VERIFY, values);
      return row ?? null;
    } catch (error) {
      if (sqlState(error) === TAKEN) return 'taken';
      throw error;
    }
  }

  async remove(context: TenantContext, id: DomainId): Promise<DomainRow | null> {
    const [row] = await this.database.query<DomainRow>(context, REMOVE, [context.organizationId, id]);
    return row ?? null;
  }

  async list(
    context: TenantContext,
    { cursor, limit }: { cursor: DomainId | null; limit: number },
  ): Promise<Page<DomainRow>> {
    if (cursor !== null && (await this.find(context, cursor)) === null) throw new UnknownCursor();
    const values = [context.organizationId, cursor];
    return pageOf(await this.database.query<DomainRow>(context, LIST(limit), values), limit);
  }

  /** The organization that has verified the domain. */
  async holder(context: TenantContext, domain: string): Promise<OrganizationId | null> {
    const [row] = await this.database.query<{ organizationId: OrganizationId }>(context, HOLDER, [domain]);
    return row?.organizationId ?? null;
  }
}
