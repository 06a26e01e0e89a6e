import { Injectable } from '@nestjs/common';
import type { OrganizationId, ScimTokenId } from '../../kernel/ids';
import { Database, NO_TRANSACTION } from '../../platform/database/database';
import { type LatestTime, LatestTimes } from '../../platform/database/latest-times';
import { statement } from '../../platform/database/statement';
import { Log } from '../../platform/logging/log';

// Locks in the order of the key, so that two replicas never wait for each other.
const KEEP = statement(
  'scim.keep-token-use',
  `update scim_tokens set last_used_at = note.at
   from (
     select scim_tokens.organization_id, scim_tokens.id, use.at
     from unnest($1::text[], $2::text[], $3::timestamptz[]) as use (organization_id, id, at)
     join scim_tokens using (organization_id, id)
     where scim_tokens.last_used_at is null or scim_tokens.last_used_at < use.at
     order by scim_tokens.organization_id, scim_tokens.id
     for no key update of scim_tokens
   ) note
   where scim_tokens.organization_id = note.organization_id and scim_tokens.id = note.id`,
);

const FLUSH_EVERY_MS = 5_000;

/** Keeps `lastUsedAt` without a write per request. */
@Injectable()
export class ScimTokenUse extends LatestTimes {
  constructor(
    private readonly database: Database,
    log: Log,
  ) {
    super(log, FLUSH_EVERY_MS);
  }

  note(organizationId: OrganizationId, id: ScimTokenId): void {
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
