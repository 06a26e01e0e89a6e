import { Injectable } from '@nestjs/common';
import type { GrantId, OrganizationId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { LastUsedRecorder } from '../../../platform/database/last-used.recorder';
import { Log } from '../../../platform/logging/log';

/** `lastUsedAt` of grants. */
@Injectable()
export class GrantLastUsedRecorder extends LastUsedRecorder<[OrganizationId, GrantId]> {
  constructor(database: Database, log: Log) {
    super(database, log, {
      table: 'oauth_grants',
      key: ['organization_id', 'id'],
      column: 'last_used_at',
      flushEveryMs: 5_000,
    });
  }
}
