import { Injectable } from '@nestjs/common';
import { ChangeFeed } from '../../platform/cache/change-feed';
import { FreshCache } from '../../platform/cache/fresh-cache';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { organizationTopic } from './topics';

/** The time zone, the week start and the date format of an organization. */
export interface Calendar {
  /** IANA zone. */
  timeZone: string;
  /** A day's English name, lowercase. */
  weekStart: string;
  /** Such as DD/MM/YYYY. */
  dateFormat: string;
}

const CALENDAR = statement(
  'hierarchy.calendar',
  `select timezone as "timeZone", week_start as "weekStart", date_format as "dateFormat" from organizations
   where id = $1`,
);

@Injectable()
export class CalendarReadModel {
  private readonly calendars: FreshCache<Calendar>;

  constructor(
    private readonly database: Database,
    changes: ChangeFeed,
  ) {
    this.calendars = new FreshCache(changes, { name: 'calendars', maxEntries: 5_000, ttlMs: 30_000 });
  }

  /** A transaction that has changed the organization reads its own calendar, and caches nothing: it can be rolled back. */
  async calendar(context: TenantContext): Promise<Calendar> {
    const { organizationId } = context;
    const topic = organizationTopic(organizationId);
    if (context.transaction?.hasInvalidated(topic)) return this.read(context);
    return this.calendars.get(organizationId, async () => ({
      value: await this.read(context),
      topics: [topic],
    }));
  }

  private async read(context: TenantContext): Promise<Calendar> {
    const [calendar] = await this.database.query<Calendar>(context, CALENDAR, [context.organizationId]);
    return calendar!;
  }
}
