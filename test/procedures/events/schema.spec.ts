import { beforeAll, describe, expect, it } from 'vitest';
import { EVENTS } from '../../../src/event-catalogue';
import { type TestApp, sharedApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { eventValidator } from '../../support/event-schema';
import { causeEveryEvent } from '../../support/every-event';
import { deliverEvents } from '../../support/events';
import { anOrganization } from '../../support/factories/organization.factory';

const ROUTE = '/api/events.schema.json';
const PUBLIC = EVENTS.filter(({ publicData }) => publicData !== null).map(({ name }) => name);

interface Schema {
  $schema: string;
  $defs: Record<string, object>;
}

describe('GET /api/events.schema.json', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await sharedApp();
  });
  const get = (headers = {}) => new WireClient(app).request('GET', ROUTE, undefined, headers);

  it('200: a JSON Schema with each public event, and no internal one, without a credential', async () => {
    const answer = await get();
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/schema+json; charset=utf-8');
    const schema = answer.body as Schema;
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    const types = Object.keys(schema.$defs).filter((name) => !name.startsWith('__'));
    expect(types.toSorted()).toEqual(PUBLIC.toSorted());
    for (const type of types)
      expect(schema.$defs[type]).toMatchObject({
        description: expect.any(String),
        properties: { type: { const: type } },
        required: ['id', 'type', 'timestamp', 'organization', 'data'],
      });
  });

  it('304: for a client that has it', async () => {
    const first = await get();
    const etag = first.headers['etag']!;
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect(first.headers['cache-control']).toBe('public, no-cache');
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await get({ 'if-none-match': known });
      expect([answer.status, answer.bytes.length, answer.headers['etag']]).toEqual([304, 0, etag]);
    }
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('describes what events.list returns of every type', async () => {
    const organization = await anOrganization({ app });
    await causeEveryEvent(organization);
    await deliverEvents(app);
    const isValid = await eventValidator(app);
    const seen = new Set<string>();
    for (let since: string | undefined; ;) {
      const { data } = await organization.owner.client.query('events.list', { limit: 200, since });
      for (const event of data.events) {
        const { id, type, timestamp } = event;
        const delivered = { id, type, timestamp, organization: pick(organization), data: event.data };
        expect([type, isValid(delivered), isValid.errors]).toEqual([type, true, null]);
        // Not because the schema accepts anything.
        expect(isValid({ ...delivered, data: { other: 1 } })).toBe(false);
        seen.add(type);
      }
      if (data.cursor === since) break;
      since = data.cursor;
    }
    expect([...seen].toSorted()).toEqual(PUBLIC.toSorted());
  });
});

function pick({ id, slug }: { id: string; slug: string }) {
  return { id, slug };
}
