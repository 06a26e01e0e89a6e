import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import { Database, NO_TRANSACTION } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { OrganizationId } from '../../../kernel/ids';
import { MAIL_TARGET } from './effect';

/** Mails of all automations of an organization in an hour, which begins with its first mail. */
export const MAILS_PER_HOUR = 100;
const HOUR_MS = 3_600_000;

// A row whose hour is full does not change, and is not returned.
const TAKE = statement(
  'automation-mail-hours.take',
  `insert into automation_mail_hours as hour (organization_id, started_at, mails) values ($1, $2, 1)
   on conflict (organization_id) do update set
     started_at = case when hour.started_at > $3 then hour.started_at else excluded.started_at end,
     mails = case when hour.started_at > $3 then hour.mails + 1 else 1 end
   where hour.started_at <= $3 or hour.mails < ${MAILS_PER_HOUR}
   returning 1`,
);

const POSTPONE = statement(
  'automation-mail-hours.postpone',
  `with hour as (select started_at + interval '1 hour' as ends_at from automation_mail_hours where organization_id = $1)
   update automation_effects effect set due_at = hour.ends_at, claim = null,
     error = 'Waits: the automations of the organization have sent ${MAILS_PER_HOUR} mails in this hour'
   from hour
   where effect.organization_id = $1 and effect.target = '${MAIL_TARGET}' and effect.status = 'pending'
     and effect.failures = 0 and effect.waits_until > hour.ends_at
     and (effect.id = $2 or (effect.claim is null and effect.due_at <= $3))
   returning effect.id`,
);

/** How many mails the automations of an organization send (decision 0096). */
@Injectable()
export class MailLimitRepository {
  constructor(private readonly database: Database) {}

  /** Counts a mail; false when the hour is full. */
  async take(organizationId: OrganizationId): Promise<boolean> {
    const now = clock.now();
    const values = [organizationId, now, new Date(now.getTime() - HOUR_MS)];
    return (await this.database.query(NO_TRANSACTION, TAKE, values)).length > 0;
  }

  /** This mail, and those of the organization that are due, wait for the next hour; false when this one has waited long enough. */
  async postpone(organizationId: OrganizationId, id: string): Promise<boolean> {
    const values = [organizationId, id, clock.now()];
    const postponed = await this.database.query<{ id: string }>(NO_TRANSACTION, POSTPONE, values);
    return postponed.some((effect) => effect.id === id);
  }
}
