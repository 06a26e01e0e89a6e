import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { LatencyTask } from './participant';

const PARTICIPANT = join(__dirname, 'participant.js');

/** Runs the task in a process with these roles, beside processes with the other roles. */
export async function latenciesOf(
  task: LatencyTask,
  env: NodeJS.ProcessEnv,
  roles: string,
  ...others: string[]
): Promise<number[]> {
  const processes: ChildProcess[] = [];
  const start = async (ROLES: string) => {
    const child = fork(PARTICIPANT, { env: { ...env, ROLES, LOG_LEVEL: 'warn' } });
    processes.push(child);
    await once(child, 'message');
    return child;
  };
  try {
    for (const other of others) await start(other);
    const writer = await start(roles);
    writer.send(task);
    const [{ latencies }] = (await once(writer, 'message')) as [{ latencies: number[] }];
    return latencies;
  } finally {
    for (const child of processes) child.disconnect();
    await Promise.all(processes.map((child) => once(child, 'exit')));
  }
}
