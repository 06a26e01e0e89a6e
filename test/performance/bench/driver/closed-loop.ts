import { Connection } from './connection';
import type { HttpRequest } from './http-request';
import { Latencies } from './latencies';

const CONNECTIONS = 16;

export interface RoundOrder {
  readonly baseUrl: string;
  readonly token: string;
  readonly seconds: number;
  /** Number of the stream's first request, so that a later round continues where the one before ended. */
  readonly firstIndex: number;
}

export interface RoundResult {
  readonly requestsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Number of the first request that was not sent. */
  readonly nextIndex: number;
}

/** Every connection sends its next request when the response to the last one is complete. */
export async function runRound(
  order: RoundOrder,
  request: (index: number) => HttpRequest,
): Promise<RoundResult> {
  const loop = new ClosedLoop(order, request);
  const opened = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => Connection.open(order.baseUrl, order.token, loop)),
  );
  try {
    return await loop.run(opened);
  } finally {
    for (const connection of opened) connection.close();
  }
}

class ClosedLoop {
  private readonly latencies = new Latencies();
  private readonly sentAt = new Map<Connection, number>();
  private startedAt = 0;
  private nextIndex: number;
  private finish: (elapsedMs: number) => void = () => {};
  private fail: (problem: Error) => void = () => {};

  constructor(
    private readonly order: RoundOrder,
    private readonly request: (index: number) => HttpRequest,
  ) {
    this.nextIndex = order.firstIndex;
  }

  async run(connections: readonly Connection[]): Promise<RoundResult> {
    const elapsedMs = await new Promise<number>((resolve, reject) => {
      this.finish = resolve;
      this.fail = reject;
      this.startedAt = performance.now();
      for (const connection of connections) this.sendNext(connection, performance.now());
    });
    const [p50, p99] = this.latencies.percentiles(0.5, 0.99) as [number, number];
    const requestsPerSecond = (this.latencies.size / elapsedMs) * 1000;
    return { requestsPerSecond, p50, p99, nextIndex: this.nextIndex };
  }

  answered(connection: Connection, status: number, body: () => string): void {
    const now = performance.now();
    if (status < 200 || status > 299) {
      this.fail(new Error(`status ${status}: ${body()}`));
      return;
    }
    this.latencies.add(now - this.sentAt.get(connection)!);
    this.sentAt.delete(connection);
    const elapsedMs = now - this.startedAt;
    // Responses in transit count too, and so does the time until the last of them.
    if (elapsedMs < this.order.seconds * 1000) this.sendNext(connection, now);
    else if (this.sentAt.size === 0) this.finish(elapsedMs);
  }

  broken(problem: Error): void {
    this.fail(problem);
  }

  private sendNext(connection: Connection, now: number): void {
    this.sentAt.set(connection, now);
    connection.send(this.request(this.nextIndex));
    this.nextIndex += 1;
  }
}
