import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';
import { organizationTopic } from '../hierarchy';
import { OrganizationEntity } from './organization.entity';

/** Whether an organization requires single sign-on. */
@Injectable()
export class SsoEnforcementRepository {
  constructor(private readonly database: Database) {}

  isOn(context: TenantContext): Promise<boolean> {
    const id = context.organizationId;
    return this.database.repository(context, OrganizationEntity).existsBy({ id, signOnEnforced: true });
  }

  /** Applies from the next call on. */
  async set(tx: InTransaction<TenantContext>, isEnforced: boolean): Promise<void> {
    const id = tx.organizationId;
    const { affected } = await this.database
      .repository(tx, OrganizationEntity)
      .update({ id, signOnEnforced: !isEnforced }, { signOnEnforced: isEnforced });
    if (affected !== 0) tx.transaction.invalidate(organizationTopic(id));
  }
}
