import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../kernel/ids';
import { Database } from '../platform/database/database';
import { statement } from '../platform/database/statement';
import type { DatabaseContext, InTransaction } from '../platform/database/transaction';
import type { AuditedRecord } from './audited-record';
import type { Fields } from './changed-fields';

// The lock that changes of memberships take, before any other that a call may take: what is read under it is what the
// call will overwrite.
const HOLD = statement(
  'audited.hold-organization',
  `select from organizations where id = $1 for no key update`,
);

@Injectable()
export class AuditedRecordsRepository {
  constructor(private readonly database: Database) {}

  /** Lets audited changes of the organization wait for each other until the transaction ends. */
  async hold(tx: InTransaction<DatabaseContext>, organizationId: OrganizationId): Promise<void> {
    await this.database.query(tx, HOLD, [organizationId]);
  }

  /** Null when there is none, or none yet. */
  async read(
    tx: DatabaseContext,
    { fields, key }: AuditedRecord,
    known: Readonly<Record<string, unknown>>,
  ): Promise<Fields | null> {
    const values = key.map((name) => known[name] ?? null);
    if (values.includes(null)) return null;
    const [row] = await this.database.query<Fields>(tx, fields, values);
    return row ?? null;
  }
}
