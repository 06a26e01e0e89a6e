import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { UserId } from '../../kernel/ids';
import type { OrganizationRole } from '../../access/role';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';

const JOIN = statement(
  'members.join',
  `insert into members (organization_id, user_id, role, status, joined_at, created_at, updated_at)
   values ($1, $2, $3, 'active', $4, $4, $4)
   on conflict do nothing returning user_id`,
);

@Injectable()
export class MembersRepository {
  constructor(private readonly database: Database) {}

  /** False when the person is a member already. */
  async join(context: TenantContext, userId: UserId, role: OrganizationRole): Promise<boolean> {
    const rows = await this.database.query(context, JOIN, [
      context.organizationId,
      userId,
      role,
      clock.now(),
    ]);
    return rows.length > 0;
  }
}
