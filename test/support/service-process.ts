import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { checkedFetch } from './responses/checked-fetch';

const ROOT = join(__dirname, '../..');

interface Listening {
  msg: string;
  port: number;
}

export const START = join(ROOT, 'src/start.mjs');

/** The service in a separate process, by default as `npm start` runs it but without npm. The caller ends it. */
export class ServiceProcess {
  readonly child: ChildProcess;
  private out = '';
  private err = '';
  private port = 0;

  constructor(env: Record<string, string>, command: string[] = [process.execPath, START]) {
    const [program, ...words] = command;
    this.child = spawn(program!, words, {
      // Nothing of the environment that the tests run in; the working directory is not the checkout either.
      env: { PATH: process.env['PATH'], PORT: '0', ...env },
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout!.on('data', (chunk: Buffer) => (this.out += chunk.toString()));
    this.child.stderr!.on('data', (chunk: Buffer) => (this.err += chunk.toString()));
  }

  get stdout(): string {
    return this.out;
  }

  /** Its output for the operator, without the message about a build. */
  get complaints(): string[] {
    return this.err.split('\n').filter((line) => line !== '' && !line.startsWith('Building Trestle'));
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Resolves when it is ready for requests; rejects when it ends before. */
  async ready(): Promise<this> {
    for (;;) {
      const listening = this.out
        .split('\n')
        .filter((line) => line.startsWith('{') && line.endsWith('}'))
        .map((line) => JSON.parse(line) as Listening)
        .find(({ msg }) => msg === 'listening');
      if (listening) {
        this.port = listening.port;
        const response = await this.fetch('/api/health/ready');
        if (response.ok) return this;
      }
      if (this.isOver) throw new Error(`the service ended before it was ready: ${this.err}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return checkedFetch(null, `${this.url}${path}`, init);
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  /** Its exit code, or the signal that ended it. */
  async over(): Promise<number | string> {
    if (!this.isOver) await once(this.child, 'close');
    return this.child.exitCode ?? this.child.signalCode!;
  }

  /** For the end of a test, whatever happened in it. */
  async discard(): Promise<void> {
    if (this.isOver) return;
    this.signal('SIGINT');
    await this.over();
  }

  private get isOver(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }
}
