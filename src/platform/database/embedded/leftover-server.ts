import { directoryIdentity } from './data-home';
import { disownPostmasterFile, readPostmasterFile } from './postmaster-file';
import { findProcess } from './running-process';
import { ensureDatabase, type ServerAccess } from './server-access';
import type { ServerPlan } from './server-plan';
import { ServerProcess } from './server-process';
import { clusterMark, settingsMark } from './server-settings';
import { becomesReady } from './start-server';

const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 10_000;

/**
 * The server that a killed process of ours left running on this cluster, if it is usable. Otherwise nothing runs on the
 * cluster afterwards, and nothing there prevents a start.
 * The caller has the claim on the data directory: no living process of ours uses that server.
 */
export async function takeOverLeftover(
  plan: ServerPlan,
  access: ServerAccess,
): Promise<ServerProcess | undefined> {
  const { home, log } = plan;
  const notice = await readPostmasterFile(home.cluster);
  if (!notice) return undefined;
  const found = await findProcess(notice.pid);
  if (found && (await isOurs(plan, access, notice.port, found.command))) {
    const server = ServerProcess.ofOrphan(notice.pid, notice.port, found.startedAt);
    if (await isFit(plan, access, server, found.command)) return server;
    if (!server.isOver)
      log('Stopping a PostgreSQL server that an earlier process left behind', { pid: server.pid });
    await server.stop(STOP_TIMEOUT_MS);
  }
  await disownPostmasterFile(home.cluster);
  return undefined;
}

async function isOurs(
  { home }: ServerPlan,
  access: ServerAccess,
  port: number,
  command: string | undefined,
): Promise<boolean> {
  if (command !== undefined)
    return command.includes(` ${clusterMark(await directoryIdentity(home.cluster))}`);
  // Its command line is hidden from us. Only a server of this cluster can prove that it knows the password.
  return answers(access, port);
}

async function isFit(
  plan: ServerPlan,
  access: ServerAccess,
  server: ServerProcess,
  command: string | undefined,
): Promise<boolean> {
  if (command !== undefined && !command.includes(` ${settingsMark(plan.package.version, plan.settings)} `))
    return false;
  const isReady = await becomesReady(server, plan, AbortSignal.timeout(START_TIMEOUT_MS));
  return isReady && (await answers(access, server.port));
}

function answers(access: ServerAccess, port: number): Promise<boolean> {
  return ensureDatabase(access, port).then(
    () => true,
    () => false,
  );
}
