import { readFileSync } from 'node:fs';
import type { Client } from 'pg';

const TICKS_PER_SECOND = 100;

/** Seconds of processor time that a process has used, on Linux; NaN elsewhere, and for a process that has ended. */
function secondsOf(processId: number): number {
  try {
    const fields = readFileSync(`/proc/${processId}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return Number.NaN;
  }
}

export interface Usage {
  readonly seconds: number;
  readonly processSeconds: number;
  /** Of the connections of the service, if PostgreSQL runs on this machine. */
  readonly databaseSeconds: number;
  readonly transactions: number;
}

/** What the service and its connections to the database use while some work runs. */
export async function usageDuring(
  client: Client,
  processId: number,
  work: () => Promise<unknown>,
): Promise<Usage> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  const backends = () => rows.reduce((sum, { pid }) => sum + (secondsOf(pid) || 0), 0);
  const before = [performance.now(), secondsOf(processId), backends(), await transactions(client)] as const;
  await work();
  return {
    seconds: (performance.now() - before[0]) / 1000,
    processSeconds: secondsOf(processId) - before[1],
    databaseSeconds: backends() - before[2],
    transactions: (await transactions(client)) - before[3],
  };
}

async function transactions(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select (xact_commit + xact_rollback)::float8 as count from pg_stat_database where datname = current_database()`,
  );
  return rows[0]!.count;
}
