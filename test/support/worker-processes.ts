import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TEST_SECRET } from './app';
import { ServiceProcess } from './service-process';

/** Processes with the worker role, on the database of an application that has only the role of the API. */
export class WorkerProcesses {
  private readonly dataDir = mkdtempSync(join(tmpdir(), 'trestle-data-'));
  /** Those that were not killed. */
  running: ServiceProcess[] = [];

  constructor(
    private readonly databaseUrl: string,
    private readonly env: Record<string, string> = {},
  ) {}

  async start(): Promise<ServiceProcess> {
    const worker = new ServiceProcess({
      DATABASE_URL: this.databaseUrl,
      APP_SECRET: TEST_SECRET,
      DATA_DIR: this.dataDir,
      PUBLIC_URL: 'http://trestle.test',
      ROLES: 'worker',
      ...this.env,
    });
    this.running.push(worker);
    return worker.ready();
  }

  async kill(worker: ServiceProcess): Promise<void> {
    worker.signal('SIGKILL');
    const end = await worker.over();
    if (end !== 'SIGKILL') throw new Error(`the worker ended by itself: ${end}`);
    this.running = this.running.filter((each) => each !== worker);
  }

  async discard(): Promise<void> {
    for (const worker of this.running) await worker.discard();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}
