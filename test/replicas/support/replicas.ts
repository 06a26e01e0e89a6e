import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../src/platform/database/embedded/free-port';
import { TEST_SECRET } from '../../support/app';
import { ServiceProcess, START } from '../../support/service-process';

const ROLES = ['api', 'api', 'api', 'worker', 'realtime'] as const;

interface Replica {
  role: (typeof ROLES)[number];
  port: number;
  process: ServiceProcess;
  /** The start program of the release that it runs. */
  program: string;
}

export interface ReplicaOptions {
  databaseUrl: string;
  redisUrl: string;
  env?: Record<string, string>;
  /** The start program of a release: by default of this checkout. */
  program?: string;
}

/** Three processes with the role `api`, a worker and a process for sockets, each on a port that it keeps. */
export class Replicas {
  private readonly dataDir = mkdtempSync(join(tmpdir(), 'trestle-data-'));
  private readonly all: Replica[] = [];

  private constructor(private readonly options: ReplicaOptions) {}

  static async start(options: ReplicaOptions): Promise<Replicas> {
    const replicas = new Replicas(options);
    const program = options.program ?? START;
    try {
      // One after another: on a busy machine, all of them at once wait too long for their first connections.
      for (const role of ROLES) {
        const port = await freePort(undefined);
        const process = replicas.spawn(role, port, program);
        replicas.all.push({ role, port, program, process });
        await process.ready();
      }
    } catch (error) {
      await replicas.discard();
      throw error;
    }
    return replicas;
  }

  /** Addresses of the processes with the role `api`. */
  get apiUrls(): string[] {
    return this.portsOf('api').map((port) => `http://127.0.0.1:${port}`);
  }

  /** Of all processes: each serves the health routes. */
  get urls(): string[] {
    return this.all.map(({ port }) => `http://127.0.0.1:${port}`);
  }

  get processIds(): number[] {
    return this.all.map((each) => each.process.child.pid!);
  }

  /** Everything that processes have written to standard error. */
  get complaints(): string[] {
    return this.all.flatMap((each) => each.process.complaints);
  }

  portsOf(role: Replica['role']): number[] {
    return this.all.filter((each) => each.role === role).map(({ port }) => port);
  }

  /** One process after the other: SIGTERM, its end, a new process on the same port, its readiness, and then that of the balancer. */
  async restartOneByOne(settle: () => Promise<void>, program = START): Promise<void> {
    for (const replica of this.all) {
      replica.process.signal('SIGTERM');
      const end = await replica.process.over();
      if (end !== 0) throw new Error(`a replica ended with ${end}: ${replica.process.complaints.join('; ')}`);
      await this.replace(replica, program);
      await settle();
    }
  }

  /** The process at this place is killed, and replaced by a new one. */
  async killOne(place: number): Promise<void> {
    const replica = this.all[place % this.all.length]!;
    replica.process.signal('SIGKILL');
    await replica.process.over();
    await this.replace(replica, replica.program);
  }

  async stop(): Promise<void> {
    await Promise.all(this.all.map((each) => each.process.discard()));
  }

  async discard(): Promise<void> {
    await this.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  private async replace(replica: Replica, program: string): Promise<void> {
    replica.program = program;
    replica.process = this.spawn(replica.role, replica.port, program);
    await replica.process.ready();
  }

  private spawn(role: string, port: number, program: string): ServiceProcess {
    const { databaseUrl, redisUrl, env } = this.options;
    return new ServiceProcess(
      {
        DATABASE_URL: databaseUrl,
        REDIS_URL: redisUrl,
        APP_SECRET: TEST_SECRET,
        DATA_DIR: this.dataDir,
        PUBLIC_URL: 'http://127.0.0.1',
        TRUST_PROXY: '127.0.0.1',
        ROLES: role,
        PORT: String(port),
        ...env,
      },
      [process.execPath, program],
    );
  }
}
