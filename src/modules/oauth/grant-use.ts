import { Injectable } from '@nestjs/common';
import type { GrantId, OrganizationId } from '../../kernel/ids';
import { Database, NO_TRANSACTION } from '../../platform/database/database';
import { type LatestTime, LatestTimes } from '../../platform/database/latest-times';
import { statement } from '../../platform/database/statement';
import { Log } from '../../platform/logging/log';

// Locks in the order of the key, so that two replicas never wait for each other.
const KEEP = statement(
  'oauth-grants.keep-use',
  `update oauth_grants set last_used_at = note.at
   from (
     select grants.organization_id, grants.id, use.at
     from unnest($1::text[], $2::text[], $3::timestamptz[]) as use (organization_id, id, at)
     join oauth_grants grants using (organization_id, id)
     where grants.last_used_at is null or grants.last_used_at < use.at
     order by grants.organization_id, grants.id
     for no key update of grants
   ) note
   where oauth_grants.organization_id = note.organization_id and oauth_grants.id = note.id`,
);

const FLUSH_EVERY_MS = 5_000;

/** Keeps a grant's `lastUsedAt` without a write per call. */
@Injectable()
export class GrantUse extends LatestTimes {
  constructor(
    private readonly database: Database,
    log: Log,
  ) {
    super(log, FLUSH_EVERY_MS);
  }

  note(organizationId: OrganizationId, id: GrantId): void {
    this.noteKey(`${organizationId} ${id}`);
  }

  protected async write(times: readonly LatestTime[]): Promise<void> {
    const keys = times.map(([key]) => key.split(' ') as [string, string]);
    await this.database.query(NO_TRANSACTION, KEEP, [
      keys.map(([organizationId]) => organizationId),
      keys.map(([, id]) => id),
      times.map(([, at]) => at),
    ]);
  }
}
