import { isDeepStrictEqual } from 'node:util';
import { EVENTS } from '../../src/event-catalogue';
import { EventPresenterService, type PresentedEvent } from '../../src/modules/events';
import { NO_TRANSACTION } from '../../src/platform/database/database';
import type { CommittedEvent } from '../../src/platform/events/committed-event';
import { EventLog } from '../../src/platform/events/log/event-log';
import { deliverEvents } from './events';
import type { TestOrganization } from './factories/organization.factory';

const DEFINITIONS = new Map(EVENTS.map((definition) => [definition.name, definition]));

/** The events of an organization so far, after a number. */
export async function loggedEvents({ id, app }: TestOrganization, after = 0): Promise<CommittedEvent[]> {
  await deliverEvents(app);
  const log = app.nest.get(EventLog, { strict: false });
  const { position } = await log.head();
  const events: CommittedEvent[] = [];
  for (let sequence = after; ; sequence = events.at(-1)!.sequence) {
    const next = await log.ofOrganization(NO_TRANSACTION, id, { sequence, day: '-infinity' }, position);
    if (next.length === 0) return events;
    events.push(...next);
  }
}

/** The events of an organization as the presenter shows them now; each is exactly what its definition says. */
export async function presentedEvents(organization: TestOrganization, after = 0): Promise<PresentedEvent[]> {
  const events = await loggedEvents(organization, after);
  const presenter = organization.app.nest.get(EventPresenterService, { strict: false });
  const presented = await presenter.present({ ...NO_TRANSACTION, organizationId: organization.id }, events);
  for (const each of presented) checkPublicData(each.event.type, each.data);
  return presented;
}

/** Throws unless the data is what the definition of the event makes public, without a field more. */
export function checkPublicData(type: string, data: object | null): void {
  const { publicData } = DEFINITIONS.get(type)!;
  if (publicData === null || data === null) {
    if (publicData !== data) throw new Error(`${type} is ${publicData === null ? 'internal' : 'public'}`);
    return;
  }
  const sent = JSON.parse(JSON.stringify(data)) as object;
  const parsed = publicData.safeParse(sent);
  if (!parsed.success || !isDeepStrictEqual(parsed.data, sent)) {
    const problem = parsed.success ? JSON.stringify(parsed.data) : parsed.error.message;
    throw new Error(
      `The public data of ${type} is not what its definition says: ${problem}\n${JSON.stringify(sent)}`,
    );
  }
}
