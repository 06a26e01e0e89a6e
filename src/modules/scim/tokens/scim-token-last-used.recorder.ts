import { Injectable } from '@nestjs/common';
import type { OrganizationId, ScimTokenId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { LastUsedRecorder } from '../../../platform/database/last-used.recorder';
import { Log } from '../../../platform/logging/log';

/** `lastUsedAt` of SCIM tokens. */
@Injectable()
export class ScimTokenLastUsedRecorder extends LastUsedRecorder<[OrganizationId, ScimTokenId]> {
  constructor(database: Database, log: Log) {
    super(database, log, {
      table: 'scim_tokens',
      key: ['organization_id', 'id'],
      column: 'last_used_at',
      flushEveryMs: 5_000,
    });
  }
}
