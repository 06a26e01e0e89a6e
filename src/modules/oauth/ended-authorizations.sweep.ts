import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { Database, NO_TRANSACTION } from '../../platform/database/database';
import { type Statement, statement } from '../../platform/database/statement';
import { inBatches } from '../../platform/schedule/in-batches';
import { Scheduled, type ScheduledWork } from '../../platform/schedule/scheduled.decorator';

// A maintenance job: of every organization, by time alone.
const REMOVE_ACCESS_TOKENS = statement(
  'oauth-sweep.access-tokens',
  `delete from oauth_access_tokens where (organization_id, secret_digest) in (
     select organization_id, secret_digest from oauth_access_tokens where expires_at <= $1 limit 1000)
   returning 1`,
);

const REMOVE_FAMILIES = statement(
  'oauth-sweep.families',
  `delete from oauth_families where (organization_id, id) in (
     select organization_id, id from oauth_families where least(expires_at, refresh_expires_at) <= $1 limit 1000)
   returning 1`,
);

// Not of one that is being given anew at this moment: its time has just been moved on.
const REMOVE_GRANTS = statement(
  'oauth-sweep.grants',
  `delete from oauth_grants where (organization_id, id) in (
     select organization_id, id from oauth_grants grants
     where updated_at <= $1 and not exists (select from oauth_families family
       where family.organization_id = grants.organization_id and family.grant_id = grants.id)
     limit 1000) and updated_at <= $1
   returning 1`,
);

const REMOVE_HANDOVERS = statement(
  'oauth-sweep.handovers',
  `delete from oauth_handovers where (organization_id, browser_digest) in (
     select organization_id, browser_digest from oauth_handovers where expires_at <= $1 limit 1000)
   returning 1`,
);

/** Longer than any access token lives: none of them ends with its family before its own time. */
const KEPT_MS = 24 * 3_600_000;

@Scheduled({ name: 'oauth.remove-ended', everyMinutes: 60 })
@Injectable()
export class EndedAuthorizationsSweep implements ScheduledWork {
  constructor(private readonly database: Database) {}

  async run(signal: AbortSignal): Promise<void> {
    const now = clock.now();
    const endedBefore = new Date(now.getTime() - KEPT_MS);
    for (const what of [REMOVE_ACCESS_TOKENS, REMOVE_FAMILIES, REMOVE_GRANTS]) {
      await this.remove(what, endedBefore, signal);
    }
    await this.remove(REMOVE_HANDOVERS, now, signal);
  }

  private async remove(what: Statement, endedBefore: Date, signal: AbortSignal): Promise<void> {
    await inBatches(async () => {
      const removed = await this.database.query(NO_TRANSACTION, what, [endedBefore]);
      return removed.length;
    }, signal);
  }
}
