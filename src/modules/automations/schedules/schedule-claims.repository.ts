import { Injectable } from '@nestjs/common';
import type { AutomationId, BoardId, ItemId, OrganizationId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import type { LocalDay } from './local-time';

/** Rows of a claim. Few, because dates add many executions for one row. */
export const CLAIMED_ROWS = 10;

// PostgreSQL's clock, which all replicas share. The automation is locked against deletion, which would wait for the schedule
// while this waits for the automation. A board without `isActive` is deleted or archived, or a place around it is.
export const CLAIM = statement(
  'automation-schedules.claim',
  `select schedule.organization_id as "organizationId", schedule.automation_id as "automationId",
     automation.board_id as "boardId", automation.trigger_type as type, automation.trigger_config as config,
     extract(epoch from schedule.next_at)::float8 * 1000 as "dueAt",
     extract(epoch from date_trunc('milliseconds', coalesce($1, now())))::float8 * 1000 as now,
     schedule.day::text as day, schedule.after_item as "afterItem", organization.timezone as "timeZone",
     organization.deleted_at is null and coalesce(board.deleted_at, board.archived_at) is null
       and coalesce(project.deleted_at, project.archived_at) is null
       and coalesce(workspace.deleted_at, workspace.archived_at) is null as "isActive"
   from automation_schedules schedule
   join automations automation
     on automation.organization_id = schedule.organization_id and automation.id = schedule.automation_id
   join organizations organization on organization.id = schedule.organization_id
   join boards board on board.organization_id = schedule.organization_id and board.id = automation.board_id
   join projects project on project.organization_id = schedule.organization_id and project.id = board.project_id
   join workspaces workspace
     on workspace.organization_id = schedule.organization_id and workspace.id = board.workspace_id
   where schedule.next_at <= coalesce($1, now())
   order by schedule.next_at limit ${CLAIMED_ROWS}
   for update of schedule skip locked
   for key share of automation skip locked`,
);

/** A schedule that is due; times in milliseconds. */
export interface ClaimedSchedule {
  readonly organizationId: OrganizationId;
  readonly automationId: AutomationId;
  readonly boardId: BoardId;
  readonly type: string;
  readonly config: object;
  readonly dueAt: number;
  readonly now: number;
  readonly day: LocalDay | null;
  readonly afterItem: ItemId | null;
  /** Of the organization. */
  readonly timeZone: string;
  /** Whether automations of the board fire. */
  readonly isActive: boolean;
}

/** Schedules that are due. */
@Injectable()
export class ScheduleClaimsRepository {
  constructor(private readonly database: Database) {}

  /** The longest due that no other process has claimed; locked until the transaction ends. `at` replaces the clock in tests. */
  claim(tx: InTransaction<DatabaseContext>, at: Date | null): Promise<ClaimedSchedule[]> {
    return this.database.query<ClaimedSchedule>(tx, CLAIM, [at]);
  }
}
