import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProcedureRegistry } from '../../../src/rpc/procedure-registry';
import type { TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { aBoard, type TestBoard } from '../../support/factories/board.factory';
import { anItem } from '../../support/factories/item.factory';
import { anOrganization } from '../../support/factories/organization.factory';
import { type Scrape, scrape, startMeasuredApp } from '../../support/metrics';

const calls = (procedure: string, status: number) =>
  `trestle_procedure_calls_total{procedure="${procedure}",status="${status}"}`;
const requests = (method: string, route: string, status: number) =>
  `trestle_http_requests_total{method="${method}",route="${route}",status="${status}"}`;

describe('metrics of calls and requests', () => {
  let app: TestApp;
  let board: TestBoard;
  beforeAll(async () => {
    app = await startMeasuredApp();
    board = await aBoard({ organization: await anOrganization({ app }) });
  });
  afterAll(() => app.close());

  const client = () => board.organization.owner.client;

  /** How much each counter grew. */
  async function growth(act: () => Promise<unknown>): Promise<(series: string) => number> {
    const before = await scrape(app);
    await act();
    const after = await scrape(app);
    return (series) => (after.value(series) ?? 0) - (before.value(series) ?? 0);
  }

  it('count calls by procedure and status, and measure their duration', async () => {
    const itemId = await anItem(board);
    const grown = await growth(async () => {
      await client().query('items.get', { id: itemId });
      await client().query('items.get', { id: itemId });
      await client().query('items.get', { id: 'no id' });
      await client().query('items.get', { id: `itm_${'0'.repeat(26)}` });
      await new WireClient(app).query('items.get', { id: itemId });
      await client().mutate('items.get', { id: itemId });
    });
    expect([200, 400, 401, 404, 405].map((status) => grown(calls('items.get', status)))).toEqual([
      2, 1, 1, 1, 1,
    ]);
    expect(grown('trestle_procedure_duration_seconds_count{procedure="items.get"}')).toBe(6);
    expect(grown('trestle_procedure_duration_seconds_bucket{le="+Inf",procedure="items.get"}')).toBe(6);
    expect(grown('trestle_procedure_duration_seconds_sum{procedure="items.get"}')).toBeGreaterThan(0);
    expect(grown(requests('GET', '/api/trpc/*', 200))).toBe(2);
  });

  it('count each call of a batch by itself, and the batch as one request', async () => {
    const grown = await growth(() =>
      client().request('GET', '/api/trpc/auth.me,no.such,auth.me?batch=1&input=%7B%7D'),
    );
    expect([grown(calls('auth.me', 200)), grown(calls('unknown', 404))]).toEqual([2, 1]);
    expect(grown(requests('GET', '/api/trpc/*', 207))).toBe(1);
  });

  it('count requests by the pattern of their route', async () => {
    const grown = await growth(async () => {
      await client().request('GET', `/api/files/fil_${'0'.repeat(26)}`);
      await client().request('GET', '/api/health?probe=1');
    });
    expect(grown(requests('GET', '/api/health', 200))).toBe(1);
    const { series } = await scrape(app);
    const found = series('trestle_http_requests_total{method="GET",route="/api/files/:');
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('status="404"');
    expect(grown(found[0]!)).toBe(1);
  });

  it('have few series, however many names and paths are made up', async () => {
    const hammer = async (round: number) => {
      for (let at = 0; at < 30; at += 1) {
        const name = `${round}${at}`;
        await client().query(`items.x${name}`);
        await client().query(`__proto__`);
        await client().query(`constructor`);
        await client().request('GET', `/api/trpc/${name},items.get,${name}?batch=1`);
        await client().request('GET', `/${name}/secret`);
        await client().request('PUT', `/api/health/${name}`);
        await client().request('GET', `/%zz${name}`);
        await new WireClient(app, { slug: `unknown-${name}` }).request('GET', '/api/health');
        await client().request('GET', `/api/files/fil_${name}/${name}`);
      }
    };
    await hammer(1);
    const before = await scrape(app);
    await hammer(2);
    const after = await scrape(app);
    const ofRequests = ({ series }: Scrape) => [
      ...series('trestle_procedure'),
      ...series('trestle_http'),
      ...series('trestle_cache'),
    ];
    expect(ofRequests(after)).toEqual(ofRequests(before));
    const names = new Set(
      app.nest
        .get(ProcedureRegistry)
        .all()
        .map(({ name }) => name),
    );
    const labels = ofRequests(after).flatMap((series) => /procedure="([^"]*)"/.exec(series)?.[1] ?? []);
    expect(labels.filter((label) => label !== 'unknown' && !names.has(label))).toEqual([]);
    expect(after.value(requests('any', 'unknown', 404))).toBeGreaterThan(60);
    // URLs that cannot be decoded.
    expect(after.value(requests('any', 'unknown', 400))).toBe(60);
  });

  it('count lookups in caches', async () => {
    const itemId = await anItem(board);
    await client().query('items.get', { id: itemId });
    const grown = await growth(() => client().query('items.get', { id: itemId }));
    expect(grown('trestle_cache_lookups_total{cache="tokens",result="hit"}')).toBeGreaterThan(0);
    expect(grown('trestle_cache_lookups_total{cache="tokens",result="miss"}')).toBe(0);
    const { value } = await scrape(app);
    expect(value('trestle_cache_entries{cache="tokens"}')).toBeGreaterThan(0);
  });

  it('show no organization, user, record, host or secret', async () => {
    const { organization } = board;
    const itemId = await anItem(board);
    await client().query('items.get', { id: itemId });
    const { text } = await scrape(app);
    const { token = 'none', slug = 'none' } = client().caller;
    const { id, owner } = organization;
    for (const secret of [id, slug, token, owner.userId, owner.email, owner.name, board.id, itemId])
      expect(text).not.toContain(secret);
    expect(text).not.toMatch(/[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}|postgres:|@/);
  });

  it('are far fewer than 5000 when every procedure has been called in several ways', async () => {
    const clients = [client(), new WireClient(app)];
    for (const { name } of app.nest.get(ProcedureRegistry).all())
      for (const each of clients) {
        await each.query(name, { unknown: 1 });
        await each.mutate(name, { unknown: 1 });
      }
    const { series } = await scrape(app);
    expect(series('trestle_procedure_calls_total').length).toBeGreaterThan(300);
    expect(series().length).toBeLessThan(4_000);
  });
});
