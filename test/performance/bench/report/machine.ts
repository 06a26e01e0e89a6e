import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

/**
 * Asked before the run: a load above 0.2 or so means that others use the machine, and that ratios vary by
 * chance.
 */
export function describeMachine(postgres: string): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  return (
    `${availableParallelism()} cores (${model}), ${memory} GiB, Node ${process.versions.node}, ` +
    `PostgreSQL ${postgres}, load average before the run ${loadavg()[0]!.toFixed(1)}. Driver, server and ` +
    'database on the same cores'
  );
}

export interface Residency {
  readonly nowMiB: number;
  /** The highest so far; null where the system does not report it. */
  readonly peakMiB: number | null;
}

/** Resident memory of a process: from /proc on Linux, from ps elsewhere. */
export function residentMemory(processId: number): Residency {
  try {
    const status = readFileSync(`/proc/${processId}/status`, 'utf8');
    const mebibytes = (field: string) =>
      Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
    return { nowMiB: mebibytes('VmRSS'), peakMiB: mebibytes('VmHWM') };
  } catch {
    const kibibytes = execFileSync('ps', ['-o', 'rss=', '-p', String(processId)], { encoding: 'utf8' });
    return { nowMiB: Number(kibibytes) / 1024, peakMiB: null };
  }
}

/** A tick of the processor times in /proc, on Linux of all common architectures. */
const TICK_MS = 10;

/** The processor time of a process so far, in milliseconds; null where the system does not report it. */
export function processorTime(processId: number): number | null {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'utf8');
    // The name before can contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return null;
  }
}
