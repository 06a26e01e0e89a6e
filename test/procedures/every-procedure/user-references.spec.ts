import { beforeAll, describe, expect, it } from 'vitest';
import { EVENTS } from '../../../src/event-catalogue';
import { ID_PREFIXES } from '../../../src/kernel/ids';
import { type JsonSchema, wireSchemaOf } from '../../../src/modules/api-reference/json-schema';
import { SERVER_MESSAGES } from '../../../src/modules/api-reference/asyncapi/socket-messages';
import { type Procedure, ProcedureRegistry } from '../../../src/rpc/procedure-registry';
import { sharedApp } from '../../support/app';
import { aSampleWorld, ownerFor, sampleInputs } from '../../support/sample-world';

const isUserId = (schema: JsonSchema | undefined) =>
  schema?.pattern?.startsWith(`^${ID_PREFIXES.user}_`) === true;

/** The objects that show a user: an id of a user beside a name. */
function shownUsers(part: unknown, path = ''): { path: string; isMarked: boolean }[] {
  if (typeof part !== 'object' || part === null) return [];
  const { properties = {}, required = [] } = part as JsonSchema;
  const showsUser = (isUserId(properties['id']) || isUserId(properties['userId'])) && 'name' in properties;
  // A field can have the name of the keyword.
  const isMarked = Array.isArray(required) && required.includes('isServiceAccount');
  return [
    ...(showsUser ? [{ path, isMarked }] : []),
    ...Object.entries(part).flatMap(([key, inner]) => shownUsers(inner, `${path}/${key}`)),
  ];
}

/** The same in a response. */
function usersIn(part: unknown): object[] {
  if (typeof part !== 'object' || part === null) return [];
  const { id, userId, name } = part as Record<string, unknown>;
  const isUser = [id, userId].some((each) => typeof each === 'string' && each.startsWith('usr_'));
  return [...(isUser && typeof name === 'string' ? [part] : []), ...Object.values(part).flatMap(usersIn)];
}

function expectMarked(schemas: readonly (readonly [name: string, schema: JsonSchema])[]): string[] {
  const found = schemas.flatMap(([name, schema]) =>
    shownUsers(schema).map(({ path, isMarked }) => ({ name, path, isMarked })),
  );
  expect(found.filter(({ isMarked }) => !isMarked)).toEqual([]);
  return found.map(({ name }) => name);
}

describe('objects that show a user', () => {
  let procedures: Procedure[];
  let outputs: [string, JsonSchema][];
  beforeAll(async () => {
    procedures = (await sharedApp()).nest.get(ProcedureRegistry, { strict: false }).all();
    outputs = procedures.map(({ name, output }) => [name, wireSchemaOf(output)]);
  });

  it('are marked if it is a service account, in the output of every procedure', () => {
    const names = expectMarked(outputs);
    for (const name of [
      'activity.list',
      'audit.list',
      'boards.members.list',
      'comments.list',
      'items.list',
      'notifications.list',
      'organizations.groups.members.list',
      'organizations.members.list',
      'organizations.tokens.list',
      'workspaces.get',
      'workspaces.members.list',
    ])
      expect(names).toContain(name);
  });

  it('are marked in the responses', async () => {
    const world = await aSampleWorld();
    const found = new Set<string>();
    for (const procedure of procedures) {
      if (procedure.kind !== 'query') continue;
      const { name } = procedure;
      const { data } = await ownerFor(world, procedure).query(name, sampleInputs(world)[name]);
      for (const user of usersIn(data)) {
        found.add(name);
        expect([name, user]).toEqual([
          name,
          expect.objectContaining({ isServiceAccount: expect.any(Boolean) }),
        ]);
      }
    }
    expect(found.size).toBeGreaterThan(5);
  });

  it('are marked in public events', () => {
    const names = expectMarked(
      EVENTS.flatMap(({ name, publicData }) =>
        publicData === null ? [] : [[name, wireSchemaOf(publicData)] as const],
      ),
    );
    expect(names).toContain('comment.created');
  });

  it('are marked in messages of sockets', () => {
    const names = expectMarked(Object.entries(SERVER_MESSAGES).map(([name, { payload }]) => [name, payload]));
    expect(names).toEqual(['presence.join']);
  });
});
