import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { TemplateId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import { type TenantContext, TenantRepository } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';
import { TemplateEntity } from './template.entity';

const MARK_DELETED = statement(
  'templates.mark-deleted',
  `update templates set deleted_at = $3, content = '{"boards": []}'
   where organization_id = $1 and id = $2 and deleted_at is null returning id`,
);

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
    const values = [context.organizationId, id, clock.now()];
    return (await this.database.query(context, MARK_DELETED, values)).length > 0;
  }
}
