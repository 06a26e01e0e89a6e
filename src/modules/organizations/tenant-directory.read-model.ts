import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../../kernel/ids';
import { TenantDirectory } from '../../access/ports';
import type { Tenant } from '../../access/principal';
import { ChangeFeed } from '../../platform/cache/change-feed';
import { FreshCache } from '../../platform/cache/fresh-cache';
import { Database, NO_TRANSACTION } from '../../platform/database/database';
import { type Statement, statement } from '../../platform/database/statement';
import { organizationTopic } from '../hierarchy';

// A plan without single sign-on must not lock out members who rely on it.
const FIELDS = `id as "organizationId", slug, plan,
  sign_on_enforced and plan in ('business', 'enterprise') as "requiresSignOn"`;

const BY_SLUG = statement(
  'organizations.tenant-by-slug',
  `select ${FIELDS} from organizations where slug = $1 and deleted_at is null`,
);
const BY_ID = statement(
  'organizations.tenant-by-id',
  `select ${FIELDS} from organizations where id = $1 and deleted_at is null`,
);

const TTL_MS = 30_000;

/** The organization of a host, a header or a token. Cached, since every call needs it. */
@Injectable()
export class TenantDirectoryReadModel extends TenantDirectory {
  private readonly tenants: FreshCache<Tenant | null>;

  constructor(
    private readonly database: Database,
    changes: ChangeFeed,
  ) {
    super();
    this.tenants = new FreshCache(changes, { name: 'hosts', maxEntries: 20_000, ttlMs: TTL_MS });
  }

  bySlug(slug: string): Promise<Tenant | null> {
    return this.find(BY_SLUG, slug);
  }

  byId(id: OrganizationId): Promise<Tenant | null> {
    return this.find(BY_ID, id);
  }

  byReference(reference: string): Promise<Tenant | null> {
    return reference.startsWith('org_') ? this.find(BY_ID, reference) : this.find(BY_SLUG, reference);
  }

  private find(by: Statement, value: string): Promise<Tenant | null> {
    // A name that PostgreSQL cannot store matches no organization.
    if (value.includes('\u0000') || value.length > 100) return Promise.resolve(null);
    return this.tenants.get(value, async () => {
      const [tenant] = await this.database.query<Tenant>(NO_TRANSACTION, by, [value]);
      // Unknown names are not cached, so that unauthenticated clients cannot fill the cache.
      return tenant
        ? { value: tenant, topics: [organizationTopic(tenant.organizationId)] }
        : { value: null, topics: null };
    });
  }
}
