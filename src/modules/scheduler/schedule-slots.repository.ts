import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { DatabaseContext } from '../../platform/database/transaction';
import type { ScheduleDeclaration } from '../../platform/schedule/scheduled.decorator';

// Uses PostgreSQL's clock, which all replicas share. Sorted by name, so that two ticks cannot deadlock: the second
// waits for the first and then finds the slot taken.
const CLAIM = statement(
  'schedule.claim',
  `insert into schedule_slots (name, slot)
   select due.name, date_bin(due.minutes * interval '1 minute', coalesce($3, now()), timestamptz '2000-01-01 00:00+00')
   from unnest($1::text[], $2::int[]) as due (name, minutes)
   order by due.name
   on conflict (name) do update set slot = excluded.slot where schedule_slots.slot < excluded.slot
   returning name`,
);

@Injectable()
export class ScheduleSlotsRepository {
  constructor(private readonly database: Database) {}

  /** Claims the current slot of each work and returns the names whose slot was free. */
  async claim(
    context: DatabaseContext,
    works: readonly ScheduleDeclaration[],
    at: Date | null,
  ): Promise<string[]> {
    const rows = await this.database.query<{ name: string }>(context, CLAIM, [
      works.map(({ name }) => name),
      works.map(({ everyMinutes }) => everyMinutes),
      at,
    ]);
    return rows.map(({ name }) => name);
  }
}
