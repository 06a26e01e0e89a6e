import { hasCluster, createCluster } from './cluster';
import { prepareBinaries } from './binaries';
import { claimDataDir, type DataDirClaim } from './data-dir-claim';
import { openDataHome } from './data-home';
import { takeOverLeftover } from './leftover-server';
import { findPlatformPackage } from './platform-package';
import { connectionUrl, ensureDatabase, loadAccess, saveAccess, type ServerAccess } from './server-access';
import { serverAccount } from './server-account';
import { lastWords, serverLogSize } from './server-log';
import type { ServerPlan } from './server-plan';
import type { ServerProcess } from './server-process';
import type { ServerSettings } from './server-settings';
import { socketDirectory } from './server-socket';
import { startServer } from './start-server';

export interface EmbeddedPostgresOptions {
  /** DATA_DIR; all files of the database are in `postgres` below it. Created when missing. */
  dataDir: string;
  log: (message: string, details?: object) => void;
  /** Settings that differ from those of the service: its own server has none, tests give up durability. */
  settings?: ServerSettings;
}

/**
 * Where to connect. `url` names the host 127.0.0.1, port, user, password and database, and as its parameter `host` the
 * directory of the socket, if there is one.
 */
export interface EmbeddedPostgresAddress {
  url: string;
  port: number;
}

/**
 * Supervises the bundled PostgreSQL (decision 0006): creates its cluster, starts it, notices its exit, stops it.
 * One process at a time has a data directory. The next start takes over a server that outlived its process (kill -9).
 */
export class EmbeddedPostgres {
  private readonly listeners: ((reason: string) => void)[] = [];
  private claim: DataDirClaim | undefined;
  private server: ServerProcess | undefined;
  private starting: Promise<EmbeddedPostgresAddress> | undefined;
  private isStopping = false;

  constructor(private readonly options: EmbeddedPostgresOptions) {}

  /** Resolves when the database accepts connections; rejects with one line for the operator. */
  start(): Promise<EmbeddedPostgresAddress> {
    this.isStopping = false;
    this.starting ??= this.bringUp().catch(async (error: unknown) => {
      await this.takeDown();
      throw error;
    });
    return this.starting;
  }

  /** Fast shutdown, also of a server that was taken over; resolves when the server process no longer exists. */
  async stop(): Promise<void> {
    this.isStopping = true;
    // Ends a start that waits for a long recovery; a start that has not spawned the server yet checks `isStopping`.
    await this.server?.stop();
    await this.starting?.catch(() => undefined);
    await this.takeDown();
  }

  /** Called when the server exits without stop(). start() can then be called again. */
  onExit(listener: (reason: string) => void): void {
    this.listeners.push(listener);
  }

  private async bringUp(): Promise<EmbeddedPostgresAddress> {
    const home = await openDataHome(this.options.dataDir);
    this.claim ??= await claimDataDir(home);
    const plan: ServerPlan = {
      home,
      account: await serverAccount(home),
      package: findPlatformPackage(),
      settings: this.options.settings ?? {},
      log: this.options.log,
    };
    const isNew = !(await hasCluster(plan));
    const access = await loadAccess(home, !isNew);
    const leftover = isNew ? undefined : await takeOverLeftover(plan, access);
    const server = (this.server = leftover ?? (await this.launch(plan, access, isNew)));
    if (access.port !== server.port) await saveAccess(home, { ...access, port: server.port });
    const socket = await socketDirectory(home, server.port);
    this.watch(server, plan, await serverLogSize(home));
    this.options.log('Embedded PostgreSQL is ready', {
      pid: server.pid,
      port: server.port,
      socket: socket !== undefined,
      takenOver: leftover !== undefined,
    });
    return { url: connectionUrl(access, server.port, { socketDirectory: socket }), port: server.port };
  }

  private async launch(plan: ServerPlan, access: ServerAccess, isNew: boolean): Promise<ServerProcess> {
    const binaries = await prepareBinaries(plan);
    if (isNew) {
      plan.log('Creating a database', { directory: plan.home.directory });
      await createCluster(plan, binaries, access.password);
    }
    const server = await startServer(plan, binaries, access.port, (spawned) => {
      this.server = spawned;
      if (this.isStopping) spawned.stop().catch(() => undefined);
    });
    await ensureDatabase(access, server.port);
    return server;
  }

  private watch(server: ServerProcess, { home }: ServerPlan, logStart: number): void {
    const report = async () => {
      const end = await server.gone;
      if (this.isStopping || this.server !== server) return;
      this.server = undefined;
      this.starting = undefined;
      const words = await lastWords(home, logStart);
      const reason = `PostgreSQL (pid ${server.pid}) ${end}${words && `: ${words}`}`;
      for (const listener of this.listeners) listener(reason);
    };
    void report();
  }

  private async takeDown(): Promise<void> {
    try {
      await this.server?.stop();
    } finally {
      await this.claim?.release();
      this.server = undefined;
      this.claim = undefined;
      this.starting = undefined;
    }
  }
}
