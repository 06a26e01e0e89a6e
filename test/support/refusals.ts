import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { type IdNoun, ID_PREFIXES, newId } from '../../src/kernel/ids';
import type { WireAnswer } from './client';
import type { TestOrganization } from './factories/organization.factory';

/** The response for an unknown id, and for one that the caller cannot see: the same status and body. */
export const MISSING = { status: 404, body: 'as for an unknown id' };

/** The response for an id, next to the response for an unknown id. */
export async function lookOf(
  id: string,
  call: (id: string) => Promise<WireAnswer>,
): Promise<{ status: number; body: unknown }> {
  const asked = await call(id);
  const missing = await call(missingIdLike(id));
  const isSame = asked.status === missing.status && isDeepStrictEqual(asked.body, missing.body);
  return { status: asked.status, body: isSame ? MISSING.body : { asked: asked.body, missing: missing.body } };
}

export async function expectHidden(id: string, call: (id: string) => Promise<WireAnswer>): Promise<void> {
  expect(await lookOf(id, call)).toEqual(MISSING);
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
  actorId: string | null;
  // The event's data is as untyped as the wire.
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any;
}

/** Parts of events that only changes.undo reads, and whose results its own tests compare. */
const FOR_UNDO = ['rank', 'previousRank', 'ranks', 'previousRanks', 'family', 'from'];

/** The events of an organization, oldest first; without what is for changes.undo. */
export async function eventsOf({ app, id }: TestOrganization): Promise<WrittenEvent[]> {
  const { rows } = await app.sql.query<WrittenEvent>(
    `select type, board_id as "boardId", actor_id as "actorId",
       case when type like 'item.%' then data - $2::text[] else data end as data
     from outbox where organization_id = $1 order by sequence`,
    [id, FOR_UNDO],
  );
  return rows;
}

/** What a call writes; a rejected one must write nothing. Without what the purge of a project writes for its boards meanwhile. */
export async function eventsDuring(
  organization: TestOrganization,
  act: () => Promise<unknown>,
): Promise<WrittenEvent[]> {
  const ofCalls = async () =>
    (await eventsOf(organization)).filter(
      ({ type, actorId }) => type !== 'board.deleted' || actorId !== null,
    );
  const before = (await ofCalls()).length;
  await act();
  return (await ofCalls()).slice(before);
}
