import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { SessionId } from '../../kernel/ids';
import { Database, NO_TRANSACTION } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import { Log } from '../../platform/logging/log';

const KEEP = statement(
  'sessions.keep-use',
  `update sessions set last_seen_at = use.at
   from unnest($1::text[], $2::timestamptz[]) as use (id, at)
   where sessions.id = use.id and sessions.last_seen_at < use.at`,
);

const FLUSH_EVERY_MS = 30_000;

/** Keeps when a session was last seen, for its idle limit, without a write per call. */
@Injectable()
export class SessionUse implements OnApplicationShutdown {
  private noted = new Map<SessionId, Date>();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly database: Database,
    private readonly log: Log,
  ) {
    this.timer = setInterval(() => void this.flush(), FLUSH_EVERY_MS);
    this.timer.unref();
  }

  note(id: SessionId): void {
    this.noted.set(id, clock.now());
  }

  notedAtMs(id: SessionId): number {
    return this.noted.get(id)?.getTime() ?? 0;
  }

  async flush(): Promise<void> {
    if (this.noted.size === 0) return;
    const uses = this.noted;
    this.noted = new Map();
    try {
      await this.database.query(NO_TRANSACTION, KEEP, [[...uses.keys()], [...uses.values()]]);
    } catch (error) {
      this.log.warn('session uses could not be written', { error });
    }
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }
}
