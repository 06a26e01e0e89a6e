import { sha256Text } from '../../crypto/digest';

export type ServerSettings = Readonly<Record<string, string>>;

/**
 * For a machine with two cores, some memory and an SSD. Passed on the command line, which overrides the cluster's
 * files, so that a new version of Trestle changes them for existing clusters too.
 */
const SETTINGS: ServerSettings = {
  listen_addresses: '127.0.0.1',
  // The cluster, which is the server's working directory: this path is short, and passes no directory above it.
  unix_socket_directories: '.',
  unix_socket_permissions: '0700',
  max_connections: '100',
  // An acknowledged write survives kill -9 and a power failure. Do not trade this for speed.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  random_page_cost: '1.1',
  // Two requests use two cores better than one, and containers have little shared memory for workers.
  max_parallel_workers_per_gather: '0',
  max_logical_replication_workers: '0',
  // The log file is not rotated while the server runs, and logged statements would contain users' data. So the server
  // logs only starts, stops and rejected connections; a failed statement is reported to its caller anyway.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_min_error_statement: 'panic',
  log_timezone: 'UTC',
  timezone: 'UTC',
};

/**
 * Identifies the cluster in a server's command line: `-D` may not (server-path.ts), and a path is outdated after the
 * cluster is moved. serverArguments adds the path for the operator who reads `ps`.
 */
export const clusterMark = (identity: string): string => `trestle.cluster=${identity}:`;

/** Differs when a server runs with another version or other settings than this process would use. */
export const settingsMark = (version: string, other: ServerSettings): string => {
  const print = sha256Text(JSON.stringify([version, { ...SETTINGS, ...other }]), 'hex');
  return `trestle.settings=${print.slice(0, 16)}`;
};

/** Where a server listens: on 127.0.0.1, and on a socket in its cluster unless its file system has none. */
export interface ServerAddress {
  port: number;
  hasSocket: boolean;
}

export interface ServerIdentity {
  cluster: string;
  /** The identity of the cluster, from directoryIdentity. */
  identity: string;
  version: string;
  settings: ServerSettings;
}

/** Arguments of `postgres`; `path` is the path of its cluster (server-path.ts). */
export function serverArguments(
  path: string,
  { port, hasSocket }: ServerAddress,
  server: ServerIdentity,
): string[] {
  const withoutSocket = hasSocket ? {} : { unix_socket_directories: '' };
  const settings = Object.entries({ ...SETTINGS, ...server.settings, ...withoutSocket }).map(
    ([name, value]) => `${name}=${value}`,
  );
  const marks = [
    clusterMark(server.identity) + server.cluster,
    settingsMark(server.version, server.settings),
  ];
  return ['-D', path, '-p', String(port), ...[...marks, ...settings].flatMap((option) => ['-c', option])];
}
