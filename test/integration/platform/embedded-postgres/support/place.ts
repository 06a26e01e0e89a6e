import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { EmbeddedPostgres } from '../../../../../src/platform/database/embedded/embedded-postgres';
import { linkCheckout } from './checkout';
import { OwnerProcess, type OwnerOptions } from './owner-process';

export const runsAsRoot = process.getuid?.() === 0;

/** A directory of one test, and whatever that test runs in it. */
export class Place {
  /** Open to every user, as a system's directories are. */
  readonly directory = realpathSync(mkdtempSync(join(tmpdir(), 'trestle-embedded-')));
  readonly dataDir = join(this.directory, 'data');
  private readonly supervisors: EmbeddedPostgres[] = [];
  private readonly owners: OwnerProcess[] = [];
  private readonly bystanders: ChildProcess[] = [];

  constructor() {
    chmodSync(this.directory, 0o755);
  }

  /** A supervisor in this process. */
  supervisor(dataDir = this.dataDir, settings: Record<string, string> = {}): EmbeddedPostgres {
    const supervisor = new EmbeddedPostgres({ dataDir, log: () => undefined, settings });
    this.supervisors.push(supervisor);
    return supervisor;
  }

  /** A supervisor in a separate process, which can be killed. */
  owner(options: Partial<OwnerOptions> = {}): OwnerProcess {
    const owner = new OwnerProcess({
      dataDir: this.dataDir,
      ...options,
      checkout: options.checkout ?? this.checkout(),
    });
    this.owners.push(owner);
    return owner;
  }

  private checkout(): string {
    const directory = join(this.directory, 'linked-checkout');
    return existsSync(directory) ? directory : linkCheckout(directory);
  }

  cluster(dataDir = this.dataDir): string {
    return join(dataDir, 'postgres', 'cluster');
  }

  postmasterPid(dataDir = this.dataDir): number {
    return Number.parseInt(readFileSync(join(this.cluster(dataDir), 'postmaster.pid'), 'utf8'), 10);
  }

  /** Runs a program as the user of the server. */
  bystander(command: string): ChildProcess {
    const { uid, gid } = statSync(this.cluster());
    const child = spawn('sh', ['-c', command], { ...(runsAsRoot && { uid, gid }), stdio: 'ignore' });
    this.bystanders.push(child);
    return child;
  }

  /** Pids of all servers on clusters of this place. */
  servers(): number[] {
    const processes = execFileSync('ps', ['-ww', '-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
    return processes
      .filter((line) => line.includes(' trestle.cluster=') && line.includes(`:${this.directory}/`))
      .map((line) => Number.parseInt(line, 10));
  }

  async clear(): Promise<void> {
    for (const owner of this.owners) await owner.kill();
    await Promise.allSettled(this.supervisors.map((supervisor) => supervisor.stop()));
    for (const pid of this.servers()) process.kill(pid, 'SIGKILL');
    for (const child of this.bystanders) child.kill('SIGKILL');
    rmSync(this.directory, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** The place of the running test; its processes and files no longer exist afterwards. */
export function usePlace(): () => Place {
  let place: Place;
  beforeEach(() => {
    place = new Place();
  });
  afterEach(() => place.clear());
  return () => place;
}

/**
 * Copies of a stopped cluster that has a table `kept` with one row; cheaper than making one per test.
 * The function copies it to the given place.
 */
export function useClusterCopies(): (dataDir: string) => void {
  let original: Place;
  beforeAll(async () => {
    original = new Place();
    const supervisor = original.supervisor();
    const { url } = await supervisor.start();
    await query(url, 'create table kept as select 1 as n');
    await supervisor.stop();
  });
  afterAll(() => original.clear());
  // A fresh log is 16 MB of zeros, which need not be copied where `cp` knows how.
  const options = process.platform === 'linux' ? ['-a', '--sparse=always'] : ['-a'];
  return (dataDir) => execFileSync('cp', [...options, original.dataDir, dataDir]);
}

export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
