import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import type { AuditSnapshot } from './audit-snapshot';
import type { Fields } from './changed-fields';

// The lock of membership changes, taken before any other lock of a call: a value read under it is the value that the
// call overwrites.
const LOCK = statement(
  'audited.lock-organization',
  `select from organizations where id = $1 for no key update`,
);

@Injectable()
export class AuditSnapshotsRepository {
  constructor(private readonly database: Database) {}

  /** Serializes audited changes of the organization until the transaction ends. */
  async lock(tx: InTransaction<DatabaseContext>, organizationId: OrganizationId): Promise<void> {
    await this.database.query(tx, LOCK, [organizationId]);
  }

  /** Null when the record does not exist, or not yet. */
  async read(
    tx: DatabaseContext,
    { fields, key }: AuditSnapshot,
    known: Readonly<Record<string, unknown>>,
  ): Promise<Fields | null> {
    const values = key.map((name) => known[name] ?? null);
    if (values.includes(null)) return null;
    const [row] = await this.database.query<Fields>(tx, fields, values);
    return row ?? null;
  }
}
