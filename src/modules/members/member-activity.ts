import { Injectable } from '@nestjs/common';
import type { OrganizationId, UserId } from '../../kernel/ids';
import type { MemberActivity } from '../../access/ports';
import { Database, NO_TRANSACTION } from '../../platform/database/database';
import { type LatestTime, LatestTimes } from '../../platform/database/latest-times';
import { statement } from '../../platform/database/statement';
import { Log } from '../../platform/logging/log';

// Locks in the order of the key, so that two replicas never wait for each other.
const KEEP = statement(
  'members.keep-activity',
  `update members set last_active_at = note.at
   from (
     select members.organization_id, members.user_id, use.at
     from unnest($1::text[], $2::text[], $3::timestamptz[]) as use (organization_id, user_id, at)
     join members using (organization_id, user_id)
     where members.last_active_at is null or members.last_active_at < use.at
     order by members.organization_id, members.user_id
     for no key update of members
   ) note
   where members.organization_id = note.organization_id and members.user_id = note.user_id`,
);

const FLUSH_EVERY_MS = 30_000;

/** `lastActiveAt` of members, at most one write each in half a minute. Being active is no change of the member. */
@Injectable()
export class NotedMemberActivity extends LatestTimes implements MemberActivity {
  constructor(
    private readonly database: Database,
    log: Log,
  ) {
    super(log, FLUSH_EVERY_MS);
  }

  note(organizationId: OrganizationId, userId: UserId): void {
    this.noteKey(`${organizationId} ${userId}`);
  }

  protected async write(times: readonly LatestTime[]): Promise<void> {
    const keys = times.map(([key]) => key.split(' ') as [string, string]);
    await this.database.query(NO_TRANSACTION, KEEP, [
      keys.map(([organizationId]) => organizationId),
      keys.map(([, userId]) => userId),
      times.map(([, at]) => at),
    ]);
  }
}
