import { createHash } from 'node:crypto';

/**
 * For a machine of two cores, some memory and an SSD. Given on the command line, where they beat the cluster's
 * own files, so that a new version of Trestle changes them for old clusters too.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  // Nobody uses a socket file, and its path may be at most 107 bytes long.
  unix_socket_directories: '',
  max_connections: '100',
  // An acknowledged write survives kill -9 and a power cut. Not for trade.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  random_page_cost: '1.1',
  // Two cores are better used by two requests; and shared memory for workers is scarce in containers.
  max_parallel_workers_per_gather: '0',
  max_logical_replication_workers: '0',
  // The log file is not rotated while the server runs, and statements in it would hold users' data. So only
  // starts, stops and refusals; a failed statement reaches its caller anyway.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_min_error_statement: 'panic',
  log_timezone: 'UTC',
  timezone: 'UTC',
};

/**
 * Marks a server's command line as the one of this cluster: `-D` may say little (server-path.ts), and a path
 * stays behind when the cluster is moved. The path that serverArguments adds is for whoever reads `ps`.
 */
export const clusterMark = (identity: string): string => `trestle.cluster=${identity}:`;

/** Differs when a server runs with another version or other settings than we would start it with. */
export const settingsMark = (version: string): string => {
  const print = createHash('sha256').update(JSON.stringify([version, SETTINGS]));
  return `trestle.settings=${print.digest('hex').slice(0, 16)}`;
};

export interface ServerIdentity {
  cluster: string;
  /** The cluster's, by directoryIdentity. */
  identity: string;
  version: string;
}

/** Arguments of `postgres`; `path` is how it names its cluster (server-path.ts). */
export function serverArguments(path: string, port: number, server: ServerIdentity): string[] {
  const settings = Object.entries(SETTINGS).map(([name, value]) => `${name}=${value}`);
  const marks = [clusterMark(server.identity) + server.cluster, settingsMark(server.version)];
  return ['-D', path, '-p', String(port), ...[...marks, ...settings].flatMap((option) => ['-c', option])];
}
