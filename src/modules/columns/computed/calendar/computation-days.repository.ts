import { Injectable } from '@nestjs/common';
import type { BoardId, ColumnId, OrganizationId } from '../../../../kernel/ids';
import { Database, NO_TRANSACTION } from '../../../../platform/database/database';
import { statement } from '../../../../platform/database/statement';
import type { TenantContext } from '../../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../../platform/database/transaction';

const COMPUTING = `select organization.id, organization.timezone as "timeZone", organization.week_start as "weekStart", last.day,
     last.calendar
   from organizations organization
   left join computation_days last on last.organization_id = organization.id
   where exists (
     select from columns where columns.organization_id = organization.id and columns.config ? 'result')`;

const ORGANIZATIONS = statement('computation-days.organizations', COMPUTING);

const ORGANIZATION = statement('computation-days.organization', `${COMPUTING} and organization.id = $1`);

// A concurrent second transaction finds the day recorded.
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

/** An organization with computed columns. */
export interface ComputingOrganization {
  id: OrganizationId;
  timeZone: string;
  weekStart: string;
  /** The day and calendar of the last computation; null before the first. */
  day: string | null;
  calendar: string | null;
}

/** The day and calendar for which each organization's columns were computed. */
@Injectable()
export class ComputationDaysRepository {
  constructor(private readonly database: Database) {}

  organizations(): Promise<ComputingOrganization[]> {
    return this.database.query<ComputingOrganization>(NO_TRANSACTION, ORGANIZATIONS, []);
  }

  /** Undefined when the organization has no computed columns. */
  async organization(id: OrganizationId): Promise<ComputingOrganization | undefined> {
    const [found] = await this.database.query<ComputingOrganization>(NO_TRANSACTION, ORGANIZATION, [id]);
    return found;
  }

  /** False when it was recorded already. */
  async take(context: InTransaction<TenantContext>, day: string, calendar: string): Promise<boolean> {
    const values = [context.organizationId, day, calendar];
    return (await this.database.query(context, TAKE, values)).length > 0;
  }

  /** The columns of each board that depend on the current day, or all computed columns. */
  boards(context: TenantContext, all: boolean): Promise<{ boardId: BoardId; columnIds: ColumnId[] }[]> {
    return this.database.query(context, BOARDS, [context.organizationId, all]);
  }
}
