import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { OrganizationId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';

const NEXT = statement(
  'sso-notices.next-connections',
  `select organization_id as "organizationId", certificates from sso_connections
   where organization_id > $1 and type = 'saml' order by organization_id limit 200`,
);

// Each is told of once, also by two workers at a time; nothing for a connection that has gone.
const KEEP = statement(
  'sso-notices.keep',
  `insert into sso_certificate_notices (organization_id, fingerprint, days, created_at)
   select organization_id, $2, days, $4 from sso_connections, unnest($3::integer[]) days where organization_id = $1
   on conflict do nothing returning days`,
);

export interface ConnectionCertificates {
  organizationId: OrganizationId;
  certificates: string[];
}

/** Which certificates have been told of. */
@Injectable()
export class CertificateNoticesRepository {
  constructor(private readonly database: Database) {}

  /** Connections of all organizations, in batches; empty after the last. */
  next(context: DatabaseContext, after: string): Promise<ConnectionCertificates[]> {
    return this.database.query(context, NEXT, [after]);
  }

  /** Answers those of `days` that had not been told of. */
  async keep(
    tx: InTransaction<TenantContext>,
    fingerprint: string,
    days: readonly number[],
  ): Promise<number[]> {
    const values = [tx.organizationId, fingerprint, days, clock.now()];
    const rows = await this.database.query<{ days: number }>(tx, KEEP, values);
    return rows.map((row) => row.days);
  }
}
