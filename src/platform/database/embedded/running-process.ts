import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** Facts about a living process. A field is absent when it could not be read. */
export interface RunningProcess {
  /** Distinguishes a process from a later one with the same pid. */
  startedAt?: string;
  /** The command line, one space after each argument. */
  command?: string;
}

/** undefined when no process with this pid runs. A zombie does not run, although signals still reach its pid. */
export async function findProcess(pid: number): Promise<RunningProcess | undefined> {
  if (!isPidTaken(pid)) return undefined;
  const found = process.platform === 'linux' ? await readProc(pid) : await askPs(pid);
  // The process may have exited while its files were read.
  return isPidTaken(pid) ? found : undefined;
}

function isPidTaken(pid: number): boolean {
  // Zero and negative numbers address process groups.
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function readProc(pid: number): Promise<RunningProcess | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
    // The second field is the program's name in parentheses, which may itself contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    return { startedAt: fields[19], command: command.replaceAll('\0', ' ') };
  } catch {
    // With the hidepid mount option, /proc does not show other users' processes.
    return {};
  }
}

/** For systems without /proc. It also works on Linux, where tests compare it with /proc. */
export function askPs(pid: number): Promise<RunningProcess | undefined> {
  const fields = ['-o', 'stat=', '-o', 'lstart=', '-o', 'command='];
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
  return new Promise((resolve) => {
    execFile('ps', ['-ww', ...fields, '-p', String(pid)], { env }, (error, stdout) => {
      const match = /^\s*(\S+)\s+(\w+ \w+ +\d+ [\d:]+ \d+) (.*)$/m.exec(stdout);
      if (error || !match) resolve({});
      else if (match[1]!.startsWith('Z')) resolve(undefined);
      else resolve({ startedAt: match[2], command: `${match[3]} ` });
    });
  });
}
