import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { TEST_SECRET } from './app';
import { ServiceProcess } from './service-process';

/** The longest time that a process lives before it is killed. */
const MAX_LIFE_MS = 2_000;

/** Processes of the service on one database, API and worker in each, as `npm start` runs them. */
export class ServiceProcesses {
  private readonly dataDir = mkdtempSync(join(tmpdir(), 'trestle-data-'));
  private running: ServiceProcess[] = [];

  constructor(private readonly databaseUrl: string) {}

  async start(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.startOne()));
  }

  /** One of the processes, by a random number below 1. */
  any(random: () => number): ServiceProcess {
    return this.running[Math.floor(random() * this.running.length)]!;
  }

  /** Kills one of the processes after a random time, and starts another one. */
  async killOne(random: () => number): Promise<void> {
    await delay(random() * MAX_LIFE_MS);
    const victim = this.any(random);
    victim.signal('SIGKILL');
    const end = await victim.over();
    if (end !== 'SIGKILL') throw new Error(`the process ended by itself: ${end}`);
    this.running = this.running.filter((each) => each !== victim);
    await this.startOne();
  }

  async discard(): Promise<void> {
    for (const each of this.running) await each.discard();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  private async startOne(): Promise<void> {
    const service = new ServiceProcess({
      DATABASE_URL: this.databaseUrl,
      APP_SECRET: TEST_SECRET,
      DATA_DIR: this.dataDir,
      PUBLIC_URL: 'http://127.0.0.1',
      RATE_LIMITS: 'off',
    });
    this.running.push(service);
    await service.ready();
  }
}
