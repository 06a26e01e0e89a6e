import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { findPlatformPackage } from '../../../../../src/platform/database/embedded/platform-package';
import { spawnProgram } from '../../../../../src/platform/database/embedded/spawn-program';
import { vi } from 'vitest';
import { Place, query, runsAsRoot } from '../../embedded-postgres/support/place';
import { freePort } from '../../../../support/free-port';

/** Two servers: a primary, and a standby that replicates it by streaming. */
export class ReplicatedDatabase {
  private readonly place = new Place();
  private standby: ChildProcess | null = null;
  primaryUrl = '';
  replicaUrl = '';

  async start(): Promise<void> {
    this.primaryUrl = (await this.place.supervisor().start()).url;
    await this.copyPrimary();
    await this.startReplica();
  }

  async startReplica(): Promise<void> {
    const { uid, gid } = statSync(this.place.cluster());
    const options = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      `primary_conninfo=${connectionOf(this.primaryUrl)}`,
      'wal_retrieve_retry_interval=100ms',
    ].flatMap((option) => ['-c', option]);
    const { port } = new URL(this.replicaUrl);
    this.standby = await spawnProgram('postgres', ['-D', this.directory, '-p', port, ...options], {
      binaries: this.binaries,
      account: runsAsRoot ? { uid, gid } : undefined,
      directory: this.directory,
      stdio: 'ignore',
    });
    await vi.waitFor(() => query(this.replicaUrl, 'select 1'));
  }

  async killReplica(): Promise<void> {
    const { standby } = this;
    this.standby = null;
    if (standby === null || standby.exitCode !== null) return;
    const gone = once(standby, 'exit');
    standby.kill('SIGQUIT');
    await gone;
  }

  /** Stops or continues the replay of what the replica receives. */
  async pauseReplay(): Promise<void> {
    await query(this.replicaUrl, 'select pg_wal_replay_pause()');
    await vi.waitFor(async () => {
      const [row] = await query(this.replicaUrl, 'select pg_get_wal_replay_pause_state() as state');
      if (row?.['state'] !== 'paused') throw new Error('The replay is not paused yet');
    });
  }

  async resumeReplay(): Promise<void> {
    await query(this.replicaUrl, 'select pg_wal_replay_resume()');
  }

  /** From now on the primary acknowledges a commit once the replica has written it to disk. */
  async replicateSynchronously(): Promise<void> {
    await query(this.primaryUrl, `alter system set synchronous_standby_names = '*'`);
    await query(this.primaryUrl, 'select pg_reload_conf()');
    await vi.waitFor(async () => {
      const rows = await query(this.primaryUrl, 'select sync_state from pg_stat_replication');
      if (rows[0]?.['sync_state'] !== 'sync') throw new Error('The replica is not synchronous yet');
    });
  }

  /** `kill -9`, without which nothing of the server says that it ends. */
  killPrimary(): void {
    process.kill(this.place.postmasterPid(), 'SIGKILL');
  }

  /** Makes the replica the primary; resolves when it accepts writes. */
  async promoteReplica(): Promise<void> {
    await query(this.replicaUrl, 'select pg_promote()');
  }

  /** Freezes all processes of the replica; returns the function that continues them. */
  async freezeReplica(): Promise<() => void> {
    const rows = await query(
      this.replicaUrl,
      'select pid from pg_stat_activity where pid <> pg_backend_pid()',
    );
    const pids = [this.standby!.pid!, ...rows.map(({ pid }) => pid as number)];
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    return () => {
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    };
  }

  async stop(): Promise<void> {
    await this.killReplica();
    await this.place.clear();
  }

  private get binaries(): string {
    return join(findPlatformPackage().root, 'native');
  }

  private get directory(): string {
    return join(this.place.directory, 'replica');
  }

  /** What pg_basebackup does, which the package of PostgreSQL does not contain. */
  private async copyPrimary(): Promise<void> {
    const client = new pg.Client({ connectionString: this.primaryUrl });
    await client.connect();
    try {
      await client.query(`select pg_backup_start('replica', fast => true)`);
      execFileSync('cp', ['-a', this.place.cluster(), this.directory]);
      const { rows } = await client.query<{ labelfile: string }>(
        'select labelfile from pg_backup_stop(wait_for_archive => false)',
      );
      rmSync(join(this.directory, 'postmaster.pid'), { force: true });
      this.write('backup_label', rows[0]!.labelfile);
      this.write('standby.signal', '');
    } finally {
      await client.end();
    }
    const url = new URL(this.primaryUrl);
    url.port = String(await freePort());
    // The replica has no socket; the parameter would name the primary's.
    url.searchParams.delete('host');
    this.replicaUrl = url.href;
  }

  private write(name: string, text: string): void {
    const path = join(this.directory, name);
    const { uid, gid } = statSync(this.directory);
    writeFileSync(path, text);
    chownSync(path, uid, gid);
  }
}

function connectionOf(url: string): string {
  const { hostname, port, username, password } = new URL(url);
  return `host=${hostname} port=${port} user=${username} password=${password}`;
}
