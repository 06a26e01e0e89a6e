import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '../../../src/platform/database/embedded/free-port';

/** HAProxy as it is in Debian, before three processes with the role `api` and one with the role `realtime`. */
export class LoadBalancer {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  static async start(apiPorts: readonly number[], realtimePort: number): Promise<LoadBalancer> {
    const port = await freePort(undefined);
    const ports = Object.fromEntries(apiPorts.map((each, index) => [`API_PORT_${index + 1}`, String(each)]));
    const child = spawn(process.env['HAPROXY']!, ['-db', '-f', join(__dirname, 'haproxy.cfg')], {
      env: { ...ports, REALTIME_PORT: String(realtimePort), BALANCER_PORT: String(port) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let messages = '';
    child.stderr!.on('data', (chunk: Buffer) => (messages += chunk.toString()));
    const balancer = new LoadBalancer(child, `http://127.0.0.1:${port}`);
    for (;;) {
      if (child.exitCode !== null) throw new Error(`HAProxy ended: ${messages}`);
      const response = await fetch(`${balancer.url}/api/health/ready`).catch(() => null);
      await response?.body?.cancel();
      if (response?.ok) return balancer;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async discard(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill('SIGKILL');
    await once(this.child, 'close');
  }
}
