import { Injectable } from '@nestjs/common';
import type { OrganizationId, TokenId } from '../../kernel/ids';
import { Database, NO_TRANSACTION } from '../../platform/database/database';
import { type LatestTime, LatestTimes } from '../../platform/database/latest-times';
import { statement } from '../../platform/database/statement';
import { Log } from '../../platform/logging/log';

// Locks in the order of the key, so that two replicas never wait for each other.
const KEEP = statement(
  'tokens.keep-use',
  `update tokens set last_used_at = note.at
   from (
     select tokens.organization_id, tokens.id, use.at
     from unnest($1::text[], $2::text[], $3::timestamptz[]) as use (organization_id, id, at)
     join tokens using (organization_id, id)
     where tokens.last_used_at is null or tokens.last_used_at < use.at
     order by tokens.organization_id, tokens.id
     for no key update of tokens
   ) note
   where tokens.organization_id = note.organization_id and tokens.id = note.id`,
);

const FLUSH_EVERY_MS = 5_000;

/** Keeps `lastUsedAt` without a write per call. */
@Injectable()
export class TokenUse extends LatestTimes {
  constructor(
    private readonly database: Database,
    log: Log,
  ) {
    super(log, FLUSH_EVERY_MS);
  }

  note(organizationId: OrganizationId, id: TokenId): void {
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
