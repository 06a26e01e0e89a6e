import { Injectable } from '@nestjs/common';
import type { SessionId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { LastUsedRecorder } from '../../../platform/database/last-used.recorder';
import { Log } from '../../../platform/logging/log';

/** Records when sessions were last used, for the idle limit. */
@Injectable()
export class SessionLastUsedRecorder extends LastUsedRecorder<[SessionId]> {
  constructor(database: Database, log: Log) {
    super(database, log, {
      table: 'sessions',
      key: ['id'],
      column: 'last_seen_at',
      flushEveryMs: 30_000,
    });
  }

  notedAtMs(id: SessionId): number {
    return this.notedAt(id)?.getTime() ?? 0;
  }
}
