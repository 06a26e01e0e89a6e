import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ServiceProcess } from './service-process';

/** An empty data directory and the processes that are started on it. The caller discards it. */
export class Installation {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'trestle-start-'));
  private readonly started: ServiceProcess[] = [];

  start(env: Record<string, string> = {}, command?: string[]): ServiceProcess {
    const service = new ServiceProcess({ DATA_DIR: this.dataDir, ...env }, command);
    this.started.push(service);
    return service;
  }

  /** For the end of a test, whatever happened in it. */
  async discard(): Promise<void> {
    for (const service of this.started) await service.discard();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

/** Opens an account; returns the `Cookie` header of its session. */
export async function register(service: ServiceProcess, email: string): Promise<string> {
  const response = await service.fetch('/api/auth/register', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada', email, password: 'correct horse battery', organizationName: 'Acme' }),
  });
  expect(response.status).toBe(201);
  return response.headers.getSetCookie()[0]!.split(';', 1)[0]!;
}

/** Whose session it is. */
export async function emailOf(service: ServiceProcess, cookie: string): Promise<string> {
  const response = await service.fetch('/api/trpc/auth.me', { headers: { cookie } });
  expect(response.status).toBe(200);
  const body = (await response.json()) as { result: { data: { json: { email: string } } } };
  return body.result.data.json.email;
}
