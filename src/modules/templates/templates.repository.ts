import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { clock } from '../../kernel/clock';
import type { TemplateId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { type TenantContext, TenantRepository } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';
import { TemplateEntity } from './template.entity';

@Injectable()
export class TemplatesRepository extends TenantRepository<TemplateEntity> {
  constructor(database: Database) {
    super(database, TemplateEntity);
  }

  /**
   * The row stays as a cursor in lists; its content is deleted. False if another transaction has already deleted
   * it.
   */
  async markDeleted(context: InTransaction<TenantContext>, id: TemplateId): Promise<boolean> {
    const { organizationId } = context;
    const { affected } = await this.database
      .repository(context, TemplateEntity)
      .update(
        { organizationId, id, deletedAt: IsNull() },
        { deletedAt: clock.now(), content: { boards: [] } },
      );
    return affected === 1;
  }
}
