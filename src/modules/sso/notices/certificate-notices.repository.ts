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

// One notice per certificate and day, also with concurrent workers; none if the connection no longer exists.
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

/** Certificates for which a notice was sent. */
@Injectable()
export class CertificateNoticesRepository {
  constructor(private readonly database: Database) {}

  /** Connections of all organizations, in batches; empty after the last. */
  next(context: DatabaseContext, after: string): Promise<ConnectionCertificates[]> {
    return this.database.query(context, NEXT, [after]);
  }

  /** Returns the elements of `days` for which no notice had been sent. */
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
