import { Injectable } from '@nestjs/common';
import type { BoardId, ColumnId, OrganizationId } from '../../../kernel/ids';
import { Database, NO_TRANSACTION } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';

const ORGANIZATIONS = statement(
  'computation-days.organizations',
  `select organization.id, organization.timezone as "timeZone", organization.week_start as "weekStart", last.day,
     last.calendar
   from organizations organization
   left join computation_days last on last.organization_id = organization.id
   where exists (
     select from columns where columns.organization_id = organization.id and columns.config ? 'result')`,
);

// Whoever comes second finds the day taken.
const TAKE = statement(
  'computation-days.take',
  `insert into computation_days as last (organization_id, day, calendar) values ($1, $2, $3)
   on conflict (organization_id) do update set day = excluded.day, calendar = excluded.calendar
   where (last.day, last.calendar) <> (excluded.day, excluded.calendar)
   returning day`,
);

const BOARDS = statement(
  'computation-days.boards',
  `select board_id as "boardId", array_agg(id) as "columnIds" from columns
   where organization_id = $1 and config ? 'result' and ($2 or config ? 'readsClock')
   group by board_id order by board_id`,
);

/** An organization in which something is computed. */
export interface ComputingOrganization {
  id: OrganizationId;
  timeZone: string;
  weekStart: string;
  /** What was written down last; null before the first time. */
  day: string | null;
  calendar: string | null;
}

/** For which day each organization's results were made. */
@Injectable()
export class ComputationDaysRepository {
  constructor(private readonly database: Database) {}

  organizations(): Promise<ComputingOrganization[]> {
    return this.database.query<ComputingOrganization>(NO_TRANSACTION, ORGANIZATIONS, []);
  }

  /** False when it was written down already. */
  async take(context: InTransaction<TenantContext>, day: string, calendar: string): Promise<boolean> {
    const values = [context.organizationId, day, calendar];
    return (await this.database.query(context, TAKE, values)).length > 0;
  }

  /** The columns of each board that read the clock, or all that compute something. */
  boards(context: TenantContext, all: boolean): Promise<{ boardId: BoardId; columnIds: ColumnId[] }[]> {
    return this.database.query(context, BOARDS, [context.organizationId, all]);
  }
}
