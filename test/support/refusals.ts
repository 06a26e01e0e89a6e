import { expect } from 'vitest';
import { type IdNoun, ID_PREFIXES, newId } from '../../src/kernel/ids';
import type { WireAnswer } from './client';
import type { TestOrganization } from './factories/organization.factory';

/** A second organization's id must get the answer of an id that nobody has: same status, same body. */
export async function expectHidden(id: string, call: (id: string) => Promise<WireAnswer>): Promise<void> {
  const hidden = await call(id);
  const missing = await call(missingIdLike(id));
  expect(hidden.status).toBe(404);
  expect(missing.status).toBe(404);
  expect(hidden.body).toEqual(missing.body);
}

export function missingIdLike(id: string): string {
  const prefix = id.slice(0, id.indexOf('_'));
  const [noun] = Object.entries(ID_PREFIXES).find(([, known]) => known === prefix)!;
  return newId(noun as IdNoun);
}

/** The paths that a BAD_REQUEST names. */
export function refusedPaths(answer: WireAnswer): string[] {
  expect(answer.status).toBe(400);
  expect(answer.error!.data.code).toBe('BAD_REQUEST');
  return (answer.error!.data.issues ?? []).map(({ path }) => path);
}

export interface WrittenEvent {
  type: string;
  boardId: string | null;
  actorId: string;
  // The event's data is as untyped as the wire.
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any;
}

/** The events of an organization, oldest first. */
export async function eventsOf({ app, id }: TestOrganization): Promise<WrittenEvent[]> {
  const { rows } = await app.sql.query<WrittenEvent>(
    `select type, board_id as "boardId", actor_id as "actorId", data from outbox
     where organization_id = $1 order by sequence`,
    [id],
  );
  return rows;
}

/** What a call writes; a refused one must write nothing. */
export async function eventsDuring(
  organization: TestOrganization,
  act: () => Promise<unknown>,
): Promise<WrittenEvent[]> {
  const before = (await eventsOf(organization)).length;
  await act();
  return (await eventsOf(organization)).slice(before);
}
