import { setTimeout as delay } from 'node:timers/promises';
import type { TcpProxy } from '../../support/tcp-proxy';
import { type Answer, httpCall } from './http-call';
import type { PostgresServer } from './postgres-server';
import type { RedisServer } from './redis-server';

/** How a server can be unavailable. */
export const FAULTS = ['stopped', 'frozen', 'silently disconnected'] as const;
export type Fault = (typeof FAULTS)[number];

export interface Outage {
  begin(): Promise<void>;
  end(): Promise<void>;
}

/** Of a server that processes reach through `proxy`. */
export function outage(fault: Fault, server: PostgresServer | RedisServer, proxy: TcpProxy): Outage {
  switch (fault) {
    case 'stopped':
      return { begin: () => server.stop(), end: () => server.startAgain() };
    case 'frozen':
      return { begin: async () => server.freeze(), end: async () => server.thaw() };
    case 'silently disconnected':
      return { begin: async () => proxy.freeze(), end: async () => proxy.restoreForNew() };
  }
}

/** Asks a health route of several processes, again and again, while a test does something else. */
export class HealthWatch {
  readonly answers: Answer[] = [];
  private isOver = false;
  private readonly running: Promise<unknown>;

  constructor(urls: readonly string[], path: string) {
    this.running = Promise.all(
      urls.map(async (url) => {
        while (!this.isOver) {
          this.answers.push(await httpCall({ method: 'GET', url: `${url}${path}` }));
          await delay(100);
        }
      }),
    );
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.running;
  }

  get longestMs(): number {
    return Math.round(Math.max(...this.answers.map(({ milliseconds }) => milliseconds)));
  }
}

/** Milliseconds until all of the questions have been answered with yes; rejects when that takes longer than `limitMs`. */
export async function until(
  limitMs: number,
  questions: readonly (() => Promise<boolean>)[],
  what: string,
): Promise<number> {
  const began = performance.now();
  const isOpen = questions.map(() => true);
  for (;;) {
    await Promise.all(
      questions.map(async (question, index) => {
        if (isOpen[index]) isOpen[index] = !(await question());
      }),
    );
    const milliseconds = performance.now() - began;
    if (!isOpen.includes(true)) return Math.round(milliseconds);
    if (milliseconds > limitMs) {
      const open = isOpen.flatMap((each, index) => (each ? [index] : []));
      throw new Error(`${what}: not within ${limitMs} ms (processes ${open.join(', ')})`);
    }
    await delay(50);
  }
}
