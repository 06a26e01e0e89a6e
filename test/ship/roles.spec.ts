import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINIMAL_FILES } from '../support/chart/chart-files';
import { type Container, type Manifest, podOf } from '../support/chart/manifest';
import { render } from '../support/chart/render-chart';
import { TEST_SECRET } from '../support/app';
import { createDatabase } from '../support/database';
import { ServiceProcess, START } from '../support/service-process';

/** The status of a handshake. A socket without credentials is closed later. */
function handshake(service: ServiceProcess): Promise<number> {
  const socket = new WebSocket(`${service.url.replace('http', 'ws')}/ws`);
  return new Promise((resolve) => {
    socket.once('unexpected-response', (_request, { statusCode }) => resolve(statusCode!));
    socket.once('upgrade', ({ statusCode }) => {
      resolve(statusCode!);
      socket.terminate();
    });
    // After the response.
    socket.on('error', () => undefined);
  });
}

describe('the pods of the chart', () => {
  const manifests = render(MINIMAL_FILES);
  const folder = mkdtempSync(join(tmpdir(), 'trestle-chart-'));
  let database: string;
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** The variables of a container, but for what is not on this machine. */
  function start({ env, args = [] }: Container): ServiceProcess {
    const given = Object.fromEntries(env!.map(({ name, value = '' }) => [name, value]));
    const ofThisMachine = {
      APP_SECRET: TEST_SECRET,
      DATABASE_URL: database,
      DATA_DIR: folder,
      STORAGE_URL: `file:${folder}/files`,
      PORT: '0',
      ...('METRICS_PORT' in given ? { METRICS_PORT: '0' } : {}),
    };
    return new ServiceProcess({ ...given, ...ofThisMachine }, [process.execPath, START, ...args]);
  }

  const containerOf = (component: string): Container =>
    podOf(
      manifests.find(
        (each: Manifest) =>
          podOf(each) !== null && each.metadata.labels['app.kubernetes.io/component'] === component,
      )!,
    )!.spec.containers[0];

  it('migrate the database, and then again without changes', async () => {
    for (const result of [/migrat/, /nothing to do/]) {
      const migration = start(containerOf('migration'));
      expect([await migration.over(), migration.complaints]).toEqual([0, []]);
      expect(migration.stdout).toMatch(result);
    }
  });

  it.each([
    ['api', 404],
    ['worker', 404],
    ['realtime', 101],
  ])('serve as %s: a handshake of a WebSocket gets %i', async (role, status) => {
    const service = await start(containerOf(role)).ready();
    try {
      expect(await handshake(service)).toBe(status);
      service.signal('SIGTERM');
      expect(await service.over()).toBe(0);
    } finally {
      await service.discard();
    }
  });
});
