import { setTimeout as delay } from 'node:timers/promises';
import { directoryIdentity } from './data-home';
import { freePort } from './free-port';
import { readPostmasterFile } from './postmaster-file';
import { lastWords, openServerLog } from './server-log';
import { serverPath } from './server-path';
import type { ServerPlan } from './server-plan';
import { ServerProcess } from './server-process';
import { type ServerAddress, serverArguments } from './server-settings';
import { removeStaleSockets } from './server-socket';
import { spawnProgram } from './spawn-program';

const PORT_TAKEN = /could not bind|could not create any TCP\/IP sockets/;
/** The file system has no sockets, as in some directories that a container shares with its host. */
const NO_SOCKETS = /could not create any Unix-domain sockets/;
const PORT_ATTEMPTS = 5;
/** Sessions of a killed server continue until their statement ends; statements here take at most 10 seconds. */
const STILL_IN_USE = /shared memory block .* is still in use/;
const STILL_IN_USE_ATTEMPTS = 100;
const FAST_POLLS = 200;

/**
 * Starts a server on the cluster and waits until it accepts connections.
 * `onSpawn` receives the process of each attempt immediately, so that a stop can interrupt a long start.
 */
export async function startServer(
  plan: ServerPlan,
  binaries: string,
  preferredPort: number | undefined,
  onSpawn: (server: ServerProcess) => void,
): Promise<ServerProcess> {
  let port = await freePort(preferredPort);
  let hasSocket = true;
  let attempt = 1;
  for (;;) {
    const { server, logStart } = await spawnServer(plan, binaries, { port, hasSocket });
    onSpawn(server);
    if (await becomesReady(server, plan)) return server;
    const words = await lastWords(plan.home, logStart);
    if (hasSocket && NO_SOCKETS.test(words)) {
      hasSocket = false;
    } else if (PORT_TAKEN.test(words) && attempt < PORT_ATTEMPTS) {
      port = await freePort(undefined);
    } else if (STILL_IN_USE.test(words) && attempt < STILL_IN_USE_ATTEMPTS) {
      await delay(150);
    } else {
      throw new Error(`PostgreSQL did not start (${await server.gone}): ${words}`);
    }
    attempt++;
  }
}

/** Whether the server accepts connections; false when it exits or the timeout expires first. */
export async function becomesReady(
  server: ServerProcess,
  { home, log }: ServerPlan,
  patience?: AbortSignal,
): Promise<boolean> {
  // Reads postmaster.pid instead of trying the port: another server may use the port, and rejections would fill its log.
  for (let poll = 1; !server.isOver; poll++) {
    if (patience?.aborted) break;
    const notice = await readPostmasterFile(home.cluster);
    if (notice?.pid === server.pid && notice.isReady) return true;
    if (poll % FAST_POLLS === 0 && poll > FAST_POLLS) {
      log('PostgreSQL is still starting, most likely recovering after a crash', { pid: server.pid });
    }
    await delay(poll < FAST_POLLS ? 5 : 50);
  }
  return false;
}

async function spawnServer(
  { home, account, package: { version }, settings }: ServerPlan,
  binaries: string,
  address: ServerAddress,
) {
  const path = await serverPath(home.cluster, home, account);
  await removeStaleSockets(home);
  const log = await openServerLog(home);
  try {
    const logStart = (await log.stat()).size;
    const identity = await directoryIdentity(home.cluster);
    const args = serverArguments(path, address, { cluster: home.cluster, identity, version, settings });
    const child = await spawnProgram('postgres', args, {
      binaries,
      account,
      directory: home.cluster,
      stdio: ['ignore', log.fd, log.fd],
    });
    return { server: ServerProcess.ofChild(child, address.port), logStart };
  } finally {
    await log.close();
  }
}
