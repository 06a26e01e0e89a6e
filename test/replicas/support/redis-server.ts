import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../src/platform/database/embedded/free-port';

/** A Redis of a test's own, in memory only. It keeps its port. */
export class RedisServer {
  private readonly directory = mkdtempSync(join(tmpdir(), 'trestle-redis-'));
  private child: ChildProcess | null = null;

  private constructor(private readonly port: number) {}

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort(undefined));
    await server.startAgain();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async startAgain(): Promise<void> {
    const settings = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    this.child = spawn(process.env['REDIS_SERVER']!, [...settings, '--dir', this.directory], {
      stdio: 'ignore',
    });
    while (!(await this.responds())) {
      if (this.child.exitCode !== null) throw new Error('Redis has ended');
      await delay(20);
    }
  }

  async stop(): Promise<void> {
    const { child } = this;
    this.child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'close');
  }

  freeze(): void {
    this.child!.kill('SIGSTOP');
  }

  thaw(): void {
    this.child!.kill('SIGCONT');
  }

  async discard(): Promise<void> {
    await this.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }

  private async responds(): Promise<boolean> {
    const socket = connect({ host: '127.0.0.1', port: this.port });
    try {
      await once(socket, 'connect');
      socket.write('PING\r\n');
      await once(socket, 'data');
      return true;
    } catch {
      return false;
    } finally {
      socket.destroy();
    }
  }
}
