import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import type { AutomationRecord } from '../automation.record';
import { firstDue, hasSchedule } from './due-times';
import { SchedulesRepository } from './schedules.repository';

type Tx = InTransaction<TenantContext>;

/** The due times of automations, written in the transaction that changes the automation. */
@Injectable()
export class SchedulesService {
  constructor(private readonly schedules: SchedulesRepository) {}

  /** Of a new automation, which is returned with its next due time. */
  async start(tx: Tx, automation: AutomationRecord): Promise<AutomationRecord> {
    const { id, enabled, trigger } = automation;
    if (!enabled || !hasSchedule(trigger.type)) return { ...automation, nextRunAt: null };
    const timeZone = await this.schedules.timeZone(tx);
    const due = firstDue(trigger, timeZone, clock.nowMs());
    const nextRunAt = due && (await this.schedules.insert(tx, id, { ...due, timeZone }));
    return { ...automation, nextRunAt };
  }

  /** Of an automation that was enabled, disabled or got another trigger. */
  async restart(tx: Tx, automation: AutomationRecord): Promise<AutomationRecord> {
    await this.schedules.remove(tx, automation.id);
    return this.start(tx, automation);
  }
}
