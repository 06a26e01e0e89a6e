import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ProcedureRegistry } from '../../../src/rpc/procedure-registry';
import { sharedApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { anOrganization } from '../../support/factories/organization.factory';
import { checkResponse } from '../../support/response-check';

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
  const declare = (output: z.ZodType) =>
    vi.spyOn(registry, 'named').mockReturnValue({ ...registry.named(NAME), output });

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
    ['another status', 'GET /api/health/mail', 202, { status: 'ok' }, 'declares 200, but returned 202'],
    [
      'what the procedure of the route does not declare',
      'POST /api/auth/tokens',
      201,
      { secret: 'x' },
      'secret: is not declared',
    ],
  ])('rejects %s in the response of a route: %s', (_what, route, status, body, message) => {
    const [method, path] = route.split(' ') as [string, string];
    expect(() => checkResponse(app, method, path, { status, body })).toThrow(message);
  });
});
