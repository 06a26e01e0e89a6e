import { Injectable } from '@nestjs/common';
import type { OrganizationId, TokenId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { LastUsedRecorder } from '../../platform/database/last-used.recorder';
import { Log } from '../../platform/logging/log';

/** `lastUsedAt` of personal access tokens. */
@Injectable()
export class TokenLastUsedRecorder extends LastUsedRecorder<[OrganizationId, TokenId]> {
  constructor(database: Database, log: Log) {
    super(database, log, {
      table: 'tokens',
      key: ['organization_id', 'id'],
      column: 'last_used_at',
      flushEveryMs: 5_000,
    });
  }
}
