import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_SECRET, type TestApp } from '../support/app';
import { WireClient } from '../support/client';
import { cloneDatabase } from '../support/database';
import { parsed, type Scrape, scrape, startMeasuredApp } from '../support/metrics';
import { ServiceProcess } from '../support/service-process';

const FOLDER = join(__dirname, '../../docs/monitoring');
const read = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');
const alertsOf = (text: string): string[] =>
  [...text.matchAll(/\balert(?:name)?: (Trestle\w+)/g)].map(([, name]) => name!);

interface Panel {
  id: number;
  title: string;
  type: string;
  targets?: { expr: string }[];
}

const panels = (JSON.parse(read('dashboard.json')) as { panels: Panel[] }).panels;
const QUERIES = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
const promtool = (...words: string[]): string =>
  execFileSync('promtool', words, { cwd: FOLDER, encoding: 'utf8' });

describe('alert rules and dashboard', () => {
  let app: TestApp;
  let shown: Scrape;
  beforeAll(async () => {
    app = await startMeasuredApp();
    await new WireClient(app).query('auth.me');
    shown = await scrape(app);
  });
  afterAll(() => app.close());

  const isHistogram = (name: string): boolean => shown.text.includes(`# TYPE ${name} histogram\n`);

  /** A metric, or one of the series of a histogram. */
  function exists(name: string): boolean {
    const histogram = name.replace(/_(bucket|sum|count)$/, '');
    if (histogram !== name && isHistogram(histogram)) return true;
    return shown.text.includes(`# TYPE ${name} `) && !isHistogram(name);
  }

  const namesIn = (text: string): string[] => [
    ...new Set(text.match(/\b(trestle|nodejs|process)_[a-z0-9_]+\b/g) ?? []),
  ];

  it.each([
    ['alerts.yml', () => read('alerts.yml')],
    ['alerts.test.yml', () => read('alerts.test.yml')],
    ['dashboard.json', () => QUERIES.join('\n')],
  ])('%s uses metrics that exist', (_file, text) => {
    const names = namesIn(text());
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => !exists(name))).toEqual([]);
  });

  /** Alerts show their causes. */
  const NOT_ON_DASHBOARD = ['trestle_cell_directory_up', 'trestle_figures_up', 'trestle_worker_up'];

  it('the dashboard shows every other metric', () => {
    const used = new Set(namesIn(QUERIES.join('\n')).map((name) => name.replace(/_(bucket|sum|count)$/, '')));
    const all = [...shown.text.matchAll(/^# TYPE (trestle_\w+) /gm)].map(([, name]) => name!);
    expect(all.filter((name) => !used.has(name)).toSorted()).toEqual(NOT_ON_DASHBOARD);
  });

  it('panels have a title and a query, and ids of their own', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(panels.filter(({ type, targets }) => type !== 'row' && (targets ?? []).length === 0)).toEqual([]);
    expect(QUERIES.filter((query) => !query.includes('job="$job"'))).toEqual([]);
  });

  it('every alert is tested, silent and firing', () => {
    const tested = alertsOf(read('alerts.test.yml'));
    expect(tested.toSorted()).toEqual(
      alertsOf(read('alerts.yml'))
        .flatMap((name) => [name, name])
        .toSorted(),
    );
  });

  it.skipIf(!hasPromtool)('promtool accepts the rules and their tests', () => {
    expect(promtool('check', 'rules', 'alerts.yml')).toContain('SUCCESS');
    expect(promtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
  });

  it.skipIf(!hasPromtool)('promtool accepts the names, the texts and the format of the metrics', () => {
    const { status, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input: shown.text,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });
});

it('a process serves its metrics, and another one does not start on their port', async () => {
  const env = {
    DATABASE_URL: await cloneDatabase(),
    APP_SECRET: TEST_SECRET,
    DATA_DIR: mkdtempSync(join(tmpdir(), 'trestle-data-')),
    ROLES: 'api',
  };
  const service = new ServiceProcess({ ...env, METRICS_PORT: '0' });
  try {
    await service.ready();
    await service.fetch('/api/trpc/auth.me');
    const line = service.stdout.split('\n').find((each) => each.includes('"metrics are served"'))!;
    const { host, port } = JSON.parse(line) as { host: string; port: number };
    expect(host).toBe('127.0.0.1');
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(parsed(text).value('trestle_procedure_calls_total{procedure="auth.me",status="401"}')).toBe(1);

    const second = new ServiceProcess({ ...env, METRICS_PORT: String(port) });
    expect(await second.over()).toBe(1);
    expect(second.complaints).toEqual([
      `Trestle cannot start: METRICS_PORT ${port} on METRICS_HOST 127.0.0.1 cannot be used (EADDRINUSE)`,
    ]);
    service.signal('SIGTERM');
    expect(await service.over()).toBe(0);
  } finally {
    await service.discard();
  }
});
