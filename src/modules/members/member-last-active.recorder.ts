import { Injectable } from '@nestjs/common';
import type { OrganizationId, UserId } from '../../kernel/ids';
import type { MemberActivity } from '../../access/ports';
import { Database } from '../../platform/database/database';
import { LastUsedRecorder } from '../../platform/database/last-used.recorder';
import { Log } from '../../platform/logging/log';

/** `lastActiveAt` of members. Activity is not a change of the member. */
@Injectable()
export class MemberLastActiveRecorder
  extends LastUsedRecorder<[OrganizationId, UserId]>
  implements MemberActivity
{
  constructor(database: Database, log: Log) {
    super(database, log, {
      table: 'members',
      key: ['organization_id', 'user_id'],
      column: 'last_active_at',
      flushEveryMs: 30_000,
    });
  }
}
