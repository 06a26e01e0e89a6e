import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ProcedureRegistry } from '../../../src/rpc/procedure-registry';
import { sharedApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { anOrganization } from '../../support/factories/organization.factory';
import { checkResponse } from '../../support/responses/response-check';
import { exchangeOf } from '../../support/responses/exchange';

const NAME = 'auth.me';

describe('the comparison of responses with the API reference', () => {
  let app: TestApp;
  let client: WireClient;
  let registry: ProcedureRegistry;
  let declared: z.ZodObject;
  beforeAll(async () => {
    app = await sharedApp();
    ({ client } = (await anOrganization({ app })).owner);
    registry = app.nest.get(ProcedureRegistry, { strict: false });
    declared = registry.named(NAME).output as z.ZodObject;
  });
  afterEach(() => void vi.restoreAllMocks());

  /** As if the procedure declared another output. */
  const declare = (output: z.ZodType, name = NAME) =>
    vi.spyOn(registry, 'named').mockReturnValue({ ...registry.named(name), output });

  it('accepts what the procedure declares', async () => {
    expect((await client.query(NAME)).status).toBe(200);
  });

  it.each<[string, (output: z.ZodObject) => z.ZodType, string]>([
    ['an undeclared field', (output) => output.omit({ email: true }), 'email: is not declared'],
    [
      'an undeclared field of a record in a list',
      (output) => output.extend({ memberships: z.array(z.object({ role: z.string() })) }),
      'memberships.0.organizationId: is not declared',
    ],
    [
      'a missing field',
      (output) => output.extend({ phone: z.string() }),
      "the output: must have required property 'phone'",
    ],
    ['a field of another type', (output) => output.extend({ name: z.int() }), 'name: must be integer'],
  ])('rejects %s, alone and in a batch', async (_what, change, message) => {
    declare(change(declared));
    const error = `The response of ${NAME} does not fit its declared schema:\n${message}`;
    await expect(client.query(NAME)).rejects.toThrow(error);
    await expect(client.request('GET', `/api/trpc/${NAME},nothing?batch=1`)).rejects.toThrow(error);
  });

  it('rejects it also in a compressed response', async () => {
    for (let at = 0; at < 20; at += 1)
      await client.mutate('workspaces.create', { name: `${at}`.padStart(90, 'x') });
    const compressed = client.as({ headers: { 'accept-encoding': 'br' } });
    const answer = await compressed.query('workspaces.list');
    expect(answer.headers['content-encoding']).toBe('br');
    expect(answer.data.workspaces.length).toBeGreaterThanOrEqual(20);
    declare(z.object({ workspaces: z.array(z.object({ id: z.string() })) }), 'workspaces.list');
    await expect(compressed.query('workspaces.list')).rejects.toThrow('workspaces.0.name: is not declared');
  });

  it('accepts every field where the schema is open', async () => {
    declare(z.looseObject({ id: z.string() }));
    expect((await client.query(NAME)).data).toHaveProperty('email');
  });

  it.each([
    [
      'an undeclared field',
      'GET /api/health/mail',
      200,
      { status: 'ok', pending: 3 },
      'pending: is not declared',
    ],
    ['a missing field', 'GET /api/health/mail', 200, {}, "must have required property 'status'"],
    ['a body that is not declared', 'POST /api/auth/signout', 204, { success: true }, 'must be equal'],
    [
      'a part that another procedure declares',
      'POST /api/auth/register',
      201,
      { user: null, organization: { id: 'org_1', memberCount: 3 } },
      'organization.memberCount: is not declared',
    ],
    [
      'a failure that is not declared',
      'GET /api/health/db',
      503,
      { status: 'error', error: 'The database does not respond', host: 'db1' },
      'host: is not declared',
    ],
    [
      'a response that nothing declares',
      'GET /api/automations/aut_1',
      200,
      { id: 'aut_1' },
      'Nothing declares the response of GET /api/automations/aut_1',
    ],
    ['another status', 'GET /api/health/mail', 202, { status: 'ok' }, 'declares 200, but returned 202'],
    [
      'what the procedure of the route does not declare',
      'POST /api/auth/tokens',
      201,
      { secret: 'x' },
      'secret: is not declared',
    ],
  ])('rejects %s in the response of a route: %s', (_what, route, status, body, message) => {
    expect(() => checkResponse(app, exchangeOf(route, status, body))).toThrow(message);
  });

  it('rejects another type of a file', () => {
    const file = exchangeOf('GET /api/files/fil_1/thumbnail', 200, 'x', {
      headers: { 'content-type': 'text/html' },
    });
    expect(() => checkResponse(app, file)).toThrow('declares image/*, but returned text/html');
  });
});
