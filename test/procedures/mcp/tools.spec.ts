import Ajv2020 from 'ajv/dist/2020';
import { beforeAll, describe, expect, it } from 'vitest';
import { ProcedureRegistry } from '../../../src/rpc/procedure-registry';
import { SCOPES } from '../../../src/access/scope';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anOrganization, type TestOrganization } from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import { callTool, mcpClient, outputOf, REVISIONS } from '../../support/mcp';

let organization: TestOrganization;
let board: TestBoard;
beforeAll(async () => {
  board = await aBoard();
  ({ organization } = board);
});

const procedureOf = (tool: string) =>
  organization.app.nest
    .get(ProcedureRegistry)
    .all()
    .find(({ name }) => name.replaceAll('.', '_') === tool)!;

describe.each(REVISIONS)('a client of the revision %s', (mode) => {
  it('reads a board, creates an item and reads it', async () => {
    const client = await mcpClient(organization.owner.client, mode);
    const { groups } = await outputOf(client, 'boards_get', { id: board.id });
    const input = { boardId: board.id, groupId: groups[0].id, name: `By a model, ${mode}` };
    const created = await outputOf(client, 'items_create', input);
    expect(created).toMatchObject(input);
    expect(await outputOf(client, 'items_get', { id: created.id })).toMatchObject(input);
    const listed = await organization.owner.client.query('items.get', { id: created.id });
    expect(listed.data).toMatchObject({ ...input, createdBy: organization.owner.userId });
  });

  it('receives rejections as results that name the field', async () => {
    const client = await mcpClient(organization.owner.client, mode);
    expect(await callTool(client, 'items_list', { boardId: 'first', limit: 0 })).toEqual({
      isError: true,
      text: 'BAD_REQUEST: boardId: Must be an id of the form brd_…\nlimit: Must be at least 1',
    });
  });

  it('receives a protocol error for an unknown tool', async () => {
    const client = await mcpClient(organization.owner.client, mode);
    for (const name of ['items.list', 'organizations_delete', '__proto__'])
      await expect(callTool(client, name)).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining(`No tool is named ${name}`),
      });
  });
});

describe('the list of tools', () => {
  it('contains what the scopes of the token allow, and every tool for all scopes', async () => {
    const names = async (scopes: readonly (typeof SCOPES)[number][]) => {
      const { tools } = await (
        await mcpClient(await organization.tokenFor(organization.owner, scopes))
      ).listTools();
      return tools.map(({ name }) => name);
    };
    const all = await names(SCOPES);
    expect(all.length).toBeGreaterThanOrEqual(30);
    for (const scopes of [[], ['read'], ['write'], ['read', 'write'], ['delete']] as const) {
      const allowed = all.filter((name) => scopes.some((scope) => scope === procedureOf(name).scope));
      expect(await names(scopes)).toEqual(allowed);
    }
  });

  it('has the input and the kind of each procedure, as valid JSON Schema', async () => {
    const { tools } = await (await mcpClient(organization.owner.client)).listTools();
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    for (const { name, title, description, inputSchema, annotations } of tools) {
      const { kind, input, isSessionOnly, hasSecretAnswer } = procedureOf(name);
      expect(() => ajv.compile(inputSchema), name).not.toThrow();
      expect(Object.keys(inputSchema.properties ?? {}), name).toEqual(Object.keys(input?.shape ?? {}));
      expect(annotations, name).toMatchObject({
        title,
        readOnlyHint: kind === 'query',
        openWorldHint: false,
      });
      expect(description!.length, name).toBeGreaterThan(20);
      // What a token cannot call, and what a model must not read.
      expect([isSessionOnly ?? false, hasSecretAnswer ?? false], name).toEqual([false, false]);
    }
  });

  it('names other tools correctly', async () => {
    const { tools } = await (await mcpClient(organization.owner.client)).listTools();
    const names = new Set(tools.map(({ name }) => name));
    const named = tools.flatMap(({ description }) => description!.match(/\b[a-z]+(_[a-zA-Z]+)+\b/g) ?? []);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !names.has(name))).toEqual([]);
  });
});

describe('a call of a tool has the guards of its procedure', () => {
  it('scope', async () => {
    const client = await mcpClient(await organization.tokenFor(organization.owner, ['read']));
    const group = board.groupIds[0]!;
    const result = await callTool(client, 'items_create', { boardId: board.id, groupId: group, name: 'No' });
    expect(result).toEqual({ isError: true, text: 'FORBIDDEN: The token lacks the scope write' });
  });

  it('visibility: boards of other organizations and unshared boards do not exist', async () => {
    const other = await anOrganization();
    const guest = await organization.addMember('guest');
    for (const caller of [other.owner.client, guest.client]) {
      const client = await mcpClient(caller);
      expect(await callTool(client, 'boards_get', { id: board.id })).toEqual({
        isError: true,
        text: expect.stringMatching(/^NOT_FOUND: /),
      });
    }
  });

  it('Idempotency-Key: a repeat acts once', async () => {
    const keyed = organization.owner.client.as({ headers: { 'idempotency-key': 'once' } });
    const input = { boardId: board.id, groupId: board.groupIds[0]!, name: 'Once' };
    const first = await outputOf(await mcpClient(keyed), 'items_create', input);
    const second = await outputOf(await mcpClient(keyed), 'items_create', input);
    expect(second).toEqual(first);
  });

  it('the access of the moment: a revoked token', async () => {
    const person = await organization.addMember('member');
    const client = await mcpClient(person.client);
    await outputOf(client, 'auth_me');
    await made(organization.owner.client, 'organizations.members.deactivate', { userId: person.userId });
    await expect(client.callTool({ name: 'auth_me' })).rejects.toMatchObject({ code: expect.anything() });
  });
});
