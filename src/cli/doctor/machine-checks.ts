import { readFile, statfs } from 'node:fs/promises';
import { availableParallelism, freemem } from 'node:os';
import { dirname } from 'node:path';
import { type CheckGroup, failed, type Finding, ok, skipped, warning } from './finding';

const MEBIBYTE = 2 ** 20;
const DISK_WARNING_MIB = 2_048;
const DISK_FAILED_MIB = 256;
const MEMORY_WARNING_MIB = 256;
const FILES_WARNING = 4_096;
const TIMEOUT_MS = 5_000;
const OLDEST_NODE = [20, 19] as const;

/** What the machine offers to a process of Trestle. */
export function machineChecks(dataDirectory: string | undefined): CheckGroup {
  return {
    check: 'machine',
    advice: 'Check the permissions of the user of the service',
    timeoutMs: TIMEOUT_MS,
    run: async () => [
      nodeOf(process.versions.node),
      dataDirectory === undefined ? skipped('disk', 'DATA_DIR is not valid') : await diskOf(dataDirectory),
      memoryOf(availableMemory() / MEBIBYTE),
      await openFiles(),
    ],
  };
}

function nodeOf(version: string): Finding {
  const [major, minor] = version.split('.').map(Number) as [number, number];
  const isOld = major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]);
  if (isOld) return failed('node', `Node ${version}`, `Upgrade to Node ${OLDEST_NODE.join('.')} or later`);
  return major % 2 === 1
    ? warning('node', `Node ${version}`, 'Use a release with long-term support, whose major number is even')
    : ok('node', `Node ${version}, ${availableParallelism()} processors`);
}

async function diskOf(directory: string): Promise<Finding> {
  const { bavail, bsize } = await statOf(directory);
  const mebibytes = Math.floor((bavail * bsize) / MEBIBYTE);
  const message = `${mebibytes} MiB are free for ${directory}`;
  const advice = 'Free disk space, or move DATA_DIR to a larger disk';
  if (mebibytes < DISK_FAILED_MIB) return failed('disk', message, advice);
  return mebibytes < DISK_WARNING_MIB ? warning('disk', message, advice) : ok('disk', message);
}

/** Of the closest directory that exists. */
async function statOf(directory: string): Promise<{ bavail: number; bsize: number }> {
  try {
    return await statfs(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(directory) === directory) throw error;
    return statOf(dirname(directory));
  }
}

/** Within the limit of a container, where this Node knows it. */
function availableMemory(): number {
  const { availableMemory: available } = process as { availableMemory?: () => number };
  return available?.call(process) ?? freemem();
}

function memoryOf(mebibytes: number): Finding {
  const message = `${Math.floor(mebibytes)} MiB of memory are available`;
  return mebibytes < MEMORY_WARNING_MIB
    ? warning('memory', message, 'Stop other programs, or give the machine or the container more memory')
    : ok('memory', message);
}

async function openFiles(): Promise<Finding> {
  const check = 'files';
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => null);
  const limit = /^Max open files\s+(\d+|unlimited)/m.exec(limits ?? '')?.[1];
  if (limit === undefined) return skipped(check, 'this system does not show the limit of open files');
  const message = `a process can open ${limit} files and connections`;
  return Number(limit) < FILES_WARNING
    ? warning(check, message, 'Increase the limit: LimitNOFILE of systemd, or ulimit -n')
    : ok(check, message);
}
