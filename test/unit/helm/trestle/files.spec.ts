import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readText } from '../../../support/chart/chart-files';

describe('files of the chart', () => {
  it.each(['alerts.yml', 'dashboard.json'])('%s is the one of docs/monitoring', (name) => {
    expect(readText(`helm/trestle/files/${name}`)).toBe(readText(`docs/monitoring/${name}`));
  });
});

describe('the test of a release', () => {
  let isReady = true;
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!);
    response.writeHead(isReady ? 200 : 503).end('{}');
  });
  let url: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const statusOf = (...urls: string[]): Promise<number | null> => {
    const script = readText('helm/trestle/files/test-ready.js');
    const child = spawn(process.execPath, ['--eval', script, ...urls], { stdio: 'ignore' });
    return new Promise((resolve) => child.once('exit', resolve));
  };

  it('succeeds if every service is ready', async () => {
    expect(await statusOf(url, url)).toBe(0);
    expect(asked).toEqual(['/api/health/ready', '/api/health/ready']);
  });

  it('fails if one is not ready', async () => {
    isReady = false;
    expect(await statusOf(url)).toBe(1);
  });

  it('fails if one does not respond', async () => {
    isReady = true;
    expect(await statusOf(url, 'http://127.0.0.1:1')).toBe(1);
  });
});
