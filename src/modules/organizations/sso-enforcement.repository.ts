import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';
import { organizationTopic } from '../hierarchy';

const GET = statement(
  'organizations.sign-on-enforced',
  `select sign_on_enforced as "isEnforced" from organizations where id = $1`,
);

const SET = statement(
  'organizations.enforce-sign-on',
  `update organizations set sign_on_enforced = $2 where id = $1 and sign_on_enforced is distinct from $2 returning id`,
);

/** Whether an organization requires single sign-on. */
@Injectable()
export class SsoEnforcementRepository {
  constructor(private readonly database: Database) {}

  async isOn(context: TenantContext): Promise<boolean> {
    const [row] = await this.database.query<{ isEnforced: boolean }>(context, GET, [context.organizationId]);
    return row?.isEnforced ?? false;
  }

  /** Applies from the next call on. */
  async set(tx: InTransaction<TenantContext>, isEnforced: boolean): Promise<void> {
    const changed = await this.database.query(tx, SET, [tx.organizationId, isEnforced]);
    if (changed.length > 0) tx.transaction.invalidate(organizationTopic(tx.organizationId));
  }
}
