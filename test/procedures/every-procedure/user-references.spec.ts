import { beforeAll, describe, expect, it } from 'vitest';
import { EVENTS } from '../../../src/event-catalogue';
import { ID_PREFIXES } from '../../../src/kernel/ids';
import { type JsonSchema, wireSchemaOf } from '../../../src/modules/api-reference/json-schema';
import { SERVER_MESSAGES } from '../../../src/modules/api-reference/asyncapi/socket-messages';
import { ProcedureRegistry } from '../../../src/rpc/procedure-registry';
import { sharedApp } from '../../support/app';

const isUserId = (schema: JsonSchema | undefined) =>
  schema?.pattern?.startsWith(`^${ID_PREFIXES.user}_`) === true;

/** The objects that show a user: an id of a user beside a name. */
function shownUsers(part: unknown, path = ''): { path: string; isMarked: boolean }[] {
  if (typeof part !== 'object' || part === null) return [];
  const { properties = {}, required = [] } = part as JsonSchema;
  const showsUser = (isUserId(properties['id']) || isUserId(properties['userId'])) && 'name' in properties;
  const isMarked = required.includes('isServiceAccount');
  return [
    ...(showsUser ? [{ path, isMarked }] : []),
    ...Object.entries(part).flatMap(([key, inner]) => shownUsers(inner, `${path}/${key}`)),
  ];
}

function expectMarked(schemas: readonly (readonly [name: string, schema: JsonSchema])[]): string[] {
  const found = schemas.flatMap(([name, schema]) =>
    shownUsers(schema).map(({ path, isMarked }) => ({ name, path, isMarked })),
  );
  expect(found.filter(({ isMarked }) => !isMarked)).toEqual([]);
  return found.map(({ name }) => name);
}

describe('objects that show a user', () => {
  let outputs: [string, JsonSchema][];
  beforeAll(async () => {
    const procedures = (await sharedApp()).nest.get(ProcedureRegistry, { strict: false }).all();
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
