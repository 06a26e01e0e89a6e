import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../../kernel/app-error';

const CHECK_EVERY_MS = 30_000;
/** A connection of 64 kbit/s sends twice this. Slower clients occupy a connection and send nothing useful. */
const MIN_BYTES_PER_CHECK = 120 * 1024;
/** How long the rest of a rejected form is discarded, so that the client can read the response. */
const DISCARD_MS = 30_000;

const receiving = new WeakSet<Socket>();

/** Whether a form arrives on the connection, whose speed is limited here instead of by Node's time limit for requests. */
export function isReceivingForm(socket: Socket): boolean {
  return receiving.has(socket);
}

/**
 * Limits the size and the least speed of a form while it arrives. Content-Length does not exist in chunked bodies, and the
 * limits of parts do not apply to what is before, between and after the parts.
 */
export class FormReception {
  /** Rejected when the form exceeds a limit. */
  readonly failed: Promise<never>;
  private fail: (error: AppError) => void = () => undefined;
  private receivedBytes = 0;
  private checkedBytes = 0;
  private readonly timer: NodeJS.Timeout;
  private readonly count = (chunk: Buffer) => this.add(chunk.length);

  constructor(
    private readonly request: IncomingMessage,
    private readonly maxBytes: number,
    private readonly tooLarge: () => AppError,
  ) {
    this.failed = new Promise<never>((_resolve, reject) => {
      this.fail = reject;
    });
    this.failed.catch(() => undefined);
    this.timer = setInterval(() => this.checkSpeed(), CHECK_EVERY_MS);
    this.timer.unref();
    receiving.add(request.socket);
  }

  /** After the parser was attached: a listener of data starts the stream. */
  start(): void {
    this.request.on('data', this.count);
  }

  /** The form was read or rejected. What still arrives is discarded, within the same size and for a limited time. */
  end(): void {
    clearInterval(this.timer);
    const { request } = this;
    if (request.complete || request.readableEnded) this.release();
    else {
      const timer = setTimeout(() => request.destroy(), DISCARD_MS);
      timer.unref();
      request.once('close', () => {
        clearTimeout(timer);
        this.release();
      });
    }
    request.unpipe();
    request.resume();
  }

  private release(): void {
    this.request.off('data', this.count);
    receiving.delete(this.request.socket);
  }

  private add(bytes: number): void {
    this.receivedBytes += bytes;
    if (this.receivedBytes > 2 * this.maxBytes) this.request.destroy();
    else if (this.receivedBytes > this.maxBytes) this.fail(this.tooLarge());
  }

  private checkSpeed(): void {
    if (this.receivedBytes - this.checkedBytes < MIN_BYTES_PER_CHECK)
      this.fail(new AppError('TIMEOUT', 'The form arrives too slowly'));
    this.checkedBytes = this.receivedBytes;
  }
}
