import { useClock } from '../../src/kernel/clock';
import { ScheduleTickService } from '../../src/modules/automations/schedules/schedule-tick.service';
import type { TestApp } from './app';
import { aBoard, type ColumnSpec, type TestBoard } from './factories/board.factory';
import { anOrganization } from './factories/organization.factory';
import { made } from './factories/workspace.factory';

/** A board of a new organization with a time zone. */
export async function aBoardInZone(
  app: TestApp,
  columns: ColumnSpec[],
  timezone: string,
): Promise<TestBoard> {
  const board = await aBoard({ organization: await anOrganization({ app }), columns });
  await made(board.organization.owner.client, 'organizations.update', { timezone });
  return board;
}

/** Stops the clock of this process. */
export function setClock(time: string): void {
  useClock({ now: () => new Date(time) });
}

/** Fires what is due at a time, as a worker process does every five seconds. */
export async function tickAt(app: TestApp, time: string): Promise<void> {
  setClock(time);
  await app.nest.get(ScheduleTickService, { strict: false }).tick(new Date(time));
}

/** What has fired an automation, oldest first. */
export async function causesOf(app: TestApp, automationId: string): Promise<string[]> {
  const { rows } = await app.sql.query<{ cause: string }>(
    'select cause from automation_executions where automation_id = $1 order by id',
    [automationId],
  );
  return rows.map(({ cause }) => cause);
}

/** The next due time of an automation; null when it has no schedule. */
export async function nextDueOf(app: TestApp, automationId: string): Promise<string | null> {
  const { rows } = await app.sql.query<{ at: string }>(
    'select next_at as at from automation_schedules where automation_id = $1',
    [automationId],
  );
  return rows[0] === undefined ? null : new Date(rows[0].at).toISOString();
}
