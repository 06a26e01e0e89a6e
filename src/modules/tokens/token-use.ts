import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { TokenId } from '../../kernel/ids';
import { Database, NO_TRANSACTION } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import { Log } from '../../platform/logging/log';

const KEEP = statement(
  'tokens.keep-use',
  `update tokens set last_used_at = use.at
   from unnest($1::text[], $2::timestamptz[]) as use (id, at)
   where tokens.id = use.id and (tokens.last_used_at is null or tokens.last_used_at < use.at)`,
);

const FLUSH_EVERY_MS = 5_000;

/** Keeps `lastUsedAt` without a write per call: uses are noted in memory and written together every few seconds. */
@Injectable()
export class TokenUse implements OnApplicationShutdown {
  private noted = new Map<TokenId, Date>();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly database: Database,
    private readonly log: Log,
  ) {
    this.timer = setInterval(() => void this.flush(), FLUSH_EVERY_MS);
    this.timer.unref();
  }

  note(id: TokenId): void {
    this.noted.set(id, clock.now());
  }

  async flush(): Promise<void> {
    if (this.noted.size === 0) return;
    const uses = this.noted;
    this.noted = new Map();
    try {
      await this.database.query(NO_TRANSACTION, KEEP, [[...uses.keys()], [...uses.values()]]);
    } catch (error) {
      this.log.warn('token uses could not be written', { error });
    }
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }
}
