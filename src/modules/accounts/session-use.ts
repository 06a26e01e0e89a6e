import { Injectable } from '@nestjs/common';
import type { SessionId } from '../../kernel/ids';
import { Database, NO_TRANSACTION } from '../../platform/database/database';
import { type LatestTime, LatestTimes } from '../../platform/database/latest-times';
import { statement } from '../../platform/database/statement';
import { Log } from '../../platform/logging/log';

// Locks in the order of the key, so that two replicas never wait for each other.
const KEEP = statement(
  'sessions.keep-use',
  `update sessions set last_seen_at = note.at
   from (
     select sessions.id, use.at
     from unnest($1::text[], $2::timestamptz[]) as use (id, at)
     join sessions on sessions.id = use.id and sessions.last_seen_at < use.at
     order by sessions.id
     for no key update of sessions
   ) note
   where sessions.id = note.id`,
);

const FLUSH_EVERY_MS = 30_000;

/** Keeps when a session was last seen, for its idle limit, without a write per call. */
@Injectable()
export class SessionUse extends LatestTimes {
  constructor(
    private readonly database: Database,
    log: Log,
  ) {
    super(log, FLUSH_EVERY_MS);
  }

  note(id: SessionId): void {
    this.noteKey(id);
  }

  notedAtMs(id: SessionId): number {
    return this.notedAt(id)?.getTime() ?? 0;
  }

  protected async write(times: readonly LatestTime[]): Promise<void> {
    await this.database.query(NO_TRANSACTION, KEEP, [times.map(([id]) => id), times.map(([, at]) => at)]);
  }
}
