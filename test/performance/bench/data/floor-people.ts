import type { ClientBase } from 'pg';
import { newId } from '../../../../src/kernel/ids';
import { MEMBER_COUNT } from './board-shape';

export interface FloorPeople {
  /** The members the people column chooses from; the first one is the token's. */
  readonly userIds: readonly string[];
}

/** The organization's members, and the token of the first of them. */
export async function registerPeople(client: ClientBase, tokenHash: string): Promise<FloorPeople> {
  const organizationId = newId('organization');
  const userIds = Array.from({ length: MEMBER_COUNT }, () => newId('user') as string);
  await client.query('insert into organizations (id, slug) values ($1, $2)', [organizationId, 'bench']);
  for (const [index, userId] of userIds.entries()) {
    await client.query('insert into users (id, email, name) values ($1, $2, $3)', [
      userId,
      `member-${index}@bench.test`,
      `Member ${index}`,
    ]);
    await client.query('insert into memberships (user_id, organization_id, role) values ($1, $2, $3)', [
      userId,
      organizationId,
      index === 0 ? 'owner' : 'member',
    ]);
  }
  await client.query('insert into tokens (hash, user_id) values ($1, $2)', [tokenHash, userIds[0]]);
  return { userIds };
}
