import { Injectable } from '@nestjs/common';
import type { AutomationId, ItemId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import type { LocalDay } from './local-time';

// Serialized with a change of the time zone: it commits before, or its event finds the schedule that is written next.
const TIME_ZONE = statement(
  'automation-schedules.time-zone',
  `select timezone as "timeZone" from organizations where id = $1 for share`,
);

const INSERT = statement(
  'automation-schedules.insert',
  `insert into automation_schedules (organization_id, automation_id, next_at, time_zone, day, after_item)
   values ($1, $2, $3, $4, $5, null)
   returning next_at as "nextRunAt"`,
);

const REMOVE = statement(
  'automation-schedules.remove',
  'delete from automation_schedules where organization_id = $1 and automation_id = $2',
);

// Overdue schedules fire first; their next time is computed in the current zone.
const LOCK_OUTDATED = statement(
  'automation-schedules.lock-outdated',
  `select schedule.automation_id as "automationId", automation.trigger_type as type, automation.trigger_config as config,
     schedule.day::text as day, organization.timezone as "timeZone"
   from automation_schedules schedule
   join automations automation
     on automation.organization_id = schedule.organization_id and automation.id = schedule.automation_id
   join organizations organization on organization.id = schedule.organization_id
   where schedule.organization_id = $1 and schedule.time_zone <> organization.timezone and schedule.next_at > $2
   order by schedule.automation_id for update of schedule`,
);

const ADVANCE = statement(
  'automation-schedules.advance',
  `update automation_schedules schedule
   set next_at = given."nextAt", time_zone = given."timeZone", day = given.day, after_item = given."afterItem"
   from json_to_recordset($1) as given ("organizationId" text, "automationId" text, "nextAt" timestamptz, "timeZone" text,
     day date, "afterItem" text)
   where schedule.organization_id = given."organizationId" and schedule.automation_id = given."automationId"`,
);

/** When an automation is due next. */
export interface ScheduleState {
  organizationId: string;
  automationId: AutomationId;
  nextAt: Date;
  timeZone: string;
  day: LocalDay | null;
  afterItem: ItemId | null;
}

/** The schedule of an automation that was computed in another time zone. */
export interface OutdatedSchedule {
  automationId: AutomationId;
  type: string;
  config: object;
  day: LocalDay | null;
  /** Of the organization. */
  timeZone: string;
}

type Tx = InTransaction<TenantContext>;

@Injectable()
export class SchedulesRepository {
  constructor(private readonly database: Database) {}

  /** The organization's time zone, which does not change until the transaction ends. */
  async timeZone(tx: Tx): Promise<string> {
    const [row] = await this.database.query<{ timeZone: string }>(tx, TIME_ZONE, [tx.organizationId]);
    return row!.timeZone;
  }

  /** Returns the due time as it is stored. */
  async insert(
    tx: Tx,
    automationId: AutomationId,
    { at, day, timeZone }: { at: number; day: LocalDay | null; timeZone: string },
  ): Promise<string> {
    const values = [tx.organizationId, automationId, new Date(at), timeZone, day];
    const [row] = await this.database.query<{ nextRunAt: string }>(tx, INSERT, values);
    return row!.nextRunAt;
  }

  async remove(tx: Tx, automationId: AutomationId): Promise<void> {
    await this.database.query(tx, REMOVE, [tx.organizationId, automationId]);
  }

  /** The schedules that were computed in another time zone and are not due yet; they stay locked. */
  lockOutdated(tx: Tx, now: Date): Promise<OutdatedSchedule[]> {
    return this.database.query<OutdatedSchedule>(tx, LOCK_OUTDATED, [tx.organizationId, now]);
  }

  async advance(context: InTransaction<DatabaseContext>, states: readonly ScheduleState[]): Promise<void> {
    if (states.length > 0) await this.database.query(context, ADVANCE, [JSON.stringify(states)]);
  }
}
