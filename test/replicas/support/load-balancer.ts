import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../src/platform/database/embedded/free-port';

/** HAProxy as it is in Debian, before three processes with the role `api` and one with the role `realtime`. */
export class LoadBalancer {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    private readonly stateUrl: string,
  ) {}

  static async start(apiPorts: readonly number[], realtimePort: number): Promise<LoadBalancer> {
    const [port, statePort] = [await freePort(undefined), await freePort(undefined)];
    const ports = Object.fromEntries(apiPorts.map((each, index) => [`API_PORT_${index + 1}`, String(each)]));
    const child = spawn(process.env['HAPROXY']!, ['-db', '-f', join(__dirname, 'haproxy.cfg')], {
      env: {
        ...ports,
        REALTIME_PORT: String(realtimePort),
        BALANCER_PORT: String(port),
        STATE_PORT: String(statePort),
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let messages = '';
    child.stderr!.on('data', (chunk: Buffer) => (messages += chunk.toString()));
    const address = (each: number) => `http://127.0.0.1:${each}`;
    const balancer = new LoadBalancer(child, address(port), address(statePort));
    await balancer.everyServerIsUp().catch((error: unknown) => {
      throw new Error(`HAProxy ended: ${messages}`, { cause: error });
    });
    return balancer;
  }

  /** Resolves when all of its servers get requests. */
  async everyServerIsUp(): Promise<void> {
    while (!(await this.states()).every((state) => state === 'UP')) {
      if (this.child.exitCode !== null) throw new Error('HAProxy has ended');
      await delay(50);
    }
  }

  private async states(): Promise<string[]> {
    const response = await fetch(`${this.stateUrl}/;csv`).catch(() => null);
    if (response === null) return ['unknown'];
    const [header, ...rows] = (await response.text()).trim().split('\n');
    const status = header!.split(',').indexOf('status');
    return rows
      .map((row) => row.split(','))
      .filter(([, server]) => server !== 'FRONTEND' && server !== 'BACKEND')
      .map((fields) => fields[status]!);
  }

  async discard(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill('SIGKILL');
    await once(this.child, 'close');
  }
}
