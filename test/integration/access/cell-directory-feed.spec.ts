import { createServer, type IncomingMessage, type Server } from 'node:http';
import { mkdtempSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CellDirectory } from '../../../src/access/cells/cell-directory';
import { CellDirectoryFeed } from '../../../src/access/cells/cell-directory-feed';
import { Log } from '../../../src/platform/logging/log';
import { Metrics } from '../../../src/platform/metrics/metrics';
import { startApp, type TestApp } from '../../support/app';
import { WireClient } from '../../support/client';
import { cloneDatabase } from '../../support/database';

const TWO = 'https://two.trestle.example.com';
const ACME_IN_TWO = 'https://acme.two.trestle.example.com';

interface Served {
  status: number;
  body: string;
  etag: string | undefined;
}

describe('CELL_DIRECTORY with a URL', () => {
  let server: Server;
  let url: string;
  let served: Served;
  let requests: IncomingMessage[];
  let lines: string[];
  let databaseUrl: string;
  let dataDir: string;
  const apps: TestApp[] = [];

  beforeEach(async () => {
    served = { status: 200, body: JSON.stringify({ acme: TWO }), etag: '"1"' };
    requests = [];
    lines = [];
    databaseUrl = await cloneDatabase();
    dataDir = mkdtempSync(join(tmpdir(), 'trestle-cells-'));
    server = createServer((request, response) => {
      requests.push(request);
      const isKnown = served.etag !== undefined && request.headers['if-none-match'] === served.etag;
      if (served.status === 200 && isKnown) return void response.writeHead(304).end();
      const headers = served.etag === undefined ? {} : { etag: served.etag };
      return void response.writeHead(served.status, headers).end(served.body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/cells.json`;
  });
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close();
    await disappear();
  });

  /** Nothing listens at the URL any more. */
  const disappear = async (): Promise<void> => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };

  const start = async (env: Record<string, string> = {}): Promise<TestApp> => {
    const app = await startApp(
      {
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        CELL_DIRECTORY: url,
        OUTBOUND_ALLOW: '127.0.0.1',
        ROLES: 'api',
        ...env,
      },
      new Log({ write: (line) => void lines.push(line) }),
    );
    apps.push(app);
    return app;
  };
  const look = ({ nest }: TestApp) => nest.get(CellDirectoryFeed, { strict: false }).look();
  const placeOf = ({ nest }: TestApp, slug: string) =>
    nest.get(CellDirectory, { strict: false }).baseUrlElsewhere(slug);
  const problems = (): string[] =>
    lines
      .map((line) => JSON.parse(line) as { msg: string; problem: string })
      .filter(({ msg }) => msg.startsWith('CELL_DIRECTORY cannot be used'))
      .map(({ problem }) => problem);
  const up = async ({ nest }: TestApp): Promise<string | undefined> =>
    /^trestle_cell_directory_up (\d)$/m.exec(await nest.get(Metrics, { strict: false }).exposition())?.[1];

  it('refers requests to the cell of the document', async () => {
    const app = await start();
    const answer = await new WireClient(app, { slug: 'acme' }).query('auth.me');
    expect(answer.status).toBe(404);
    expect(answer.error!.data).toMatchObject({ reason: 'other_cell', location: ACME_IN_TWO });
    expect(await up(app)).toBe('1');
  });

  it('asks for changes only, and applies them', async () => {
    const app = await start();
    await look(app);
    expect(requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"1"']);
    expect(placeOf(app, 'acme')).toBe(ACME_IN_TWO);
    served = { status: 200, body: JSON.stringify({ umbrella: TWO }), etag: '"2"' };
    await look(app);
    await look(app);
    expect([placeOf(app, 'acme'), placeOf(app, 'umbrella')]).toEqual([
      null,
      'https://umbrella.two.trestle.example.com',
    ]);
    expect(requests.at(-1)!.headers['if-none-match']).toBe('"2"');
    expect(lines.filter((line) => line.includes('the directory of cells was read')).length).toBe(2);
  });

  it('keeps the last good document while the URL returns something else, and says once why', async () => {
    const app = await start();
    served = { status: 503, body: 'maintenance', etag: undefined };
    for (let count = 0; count < 3; count += 1) await look(app);
    expect([placeOf(app, 'acme'), await up(app)]).toEqual([ACME_IN_TWO, '0']);
    served = { status: 200, body: '{"acme": "nonsense"}', etag: '"2"' };
    for (let count = 0; count < 2; count += 1) await look(app);
    expect([placeOf(app, 'acme'), await up(app)]).toEqual([ACME_IN_TWO, '0']);
    served = { status: 200, body: ' '.repeat(4 * 1024 * 1024 + 1), etag: '"3"' };
    await look(app);
    await disappear();
    await look(app);
    expect([placeOf(app, 'acme'), await up(app)]).toEqual([ACME_IN_TWO, '0']);
    expect(problems()).toEqual([
      'returned 503',
      expect.stringContaining('"acme" must have the PUBLIC_URL'),
      expect.stringMatching(/^cannot be read \(/),
      expect.stringMatching(/^cannot be read \(/),
    ]);
  });

  it('is current again with the same document', async () => {
    const app = await start();
    served.status = 500;
    await look(app);
    expect(await up(app)).toBe('0');
    served.status = 200;
    await look(app);
    expect(await up(app)).toBe('1');
  });

  it('does not start without a document', async () => {
    served = { status: 404, body: '', etag: undefined };
    await expect(start()).rejects.toThrow(`CELL_DIRECTORY: ${url} returned 404`);
    served = { status: 200, body: '[]', etag: undefined };
    await expect(start()).rejects.toThrow(`CELL_DIRECTORY: ${url} must be a JSON object`);
    await disappear();
    await expect(start()).rejects.toThrow(`CELL_DIRECTORY: ${url} cannot be read (`);
  });

  it('starts with the copy of the last good document of the same URL', async () => {
    await start();
    await disappear();
    const again = await start();
    expect([placeOf(again, 'acme'), await up(again)]).toEqual([ACME_IN_TWO, '0']);
    expect(problems()).toEqual([expect.stringMatching(/^cannot be read \(/)]);
    await expect(start({ CELL_DIRECTORY: `${url}?other` })).rejects.toThrow('cannot be read (');
  });

  it('needs https, except for hosts of OUTBOUND_ALLOW', async () => {
    await expect(start({ OUTBOUND_ALLOW: '' })).rejects.toThrow(
      `CELL_DIRECTORY: ${url} cannot be read (Must be an https URL)`,
    );
  });
});
