import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error';
import { ChangeFeed } from '../../../platform/cache/change-feed';
import { asAppError } from '../../../http/errors/error-shape';
import { closeReasonOf } from '../../../http/sockets/close-code';
import { HierarchyService } from '../../hierarchy';
import { serverMessage } from '../boards/server-message';
import type { Connection } from './connection';

/** Changes that follow each other closely share a look at the sockets. */
const PAUSE_MS = 50;
/** Ends sockets whose session or token has expired, which causes no change, and reads all access again while the change feed is lost. */
const LOOK_MS = 1_000;
/** Sockets whose access is read at the same time. */
const CONCURRENCY = 8;
const MAX_ATTEMPTS = 3;
const RETRY_MS = 300;

/**
 * Ends sockets and subscriptions whose access has ended (decision 0097). It looks at memory for each change of the feed, and reads
 * the access only of sockets that depend on what has changed.
 */
@Injectable()
export class AccessWatchService implements BeforeApplicationShutdown {
  private readonly watched = new Set<Connection>();
  private readonly renewing = new Map<Connection, Renewal>();
  private readonly queue: Connection[] = [];
  private running = 0;
  private timer: NodeJS.Timeout | null = null;
  private readonly looking: NodeJS.Timeout;
  /** Called when the access to one board of several has ended. */
  onBoardEnded: (connection: Connection, boardId: string) => void = () => undefined;

  constructor(
    private readonly changes: ChangeFeed,
    private readonly hierarchy: HierarchyService,
  ) {
    changes.subscribe(
      () => this.lookSoon(),
      () => this.lookSoon(),
    );
    this.looking = setInterval(() => (this.changes.isLive ? this.look() : this.renewAll()), LOOK_MS);
    this.looking.unref();
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.looking);
    if (this.timer !== null) clearTimeout(this.timer);
  }

  add(connection: Connection): void {
    this.watched.add(connection);
  }

  remove(connection: Connection): void {
    this.watched.delete(connection);
  }

  /**
   * Reads the access of a connection again and ends what it no longer allows; nothing is sent to it meanwhile. Resolves when
   * that is done, also for a connection that has closed.
   */
  renew(connection: Connection): Promise<void> {
    for (const subscription of connection.subscriptions.values()) subscription.hold();
    let renewal = this.renewing.get(connection);
    if (renewal !== undefined) renewal.isOutdated = true;
    else {
      renewal = newRenewal();
      this.renewing.set(connection, renewal);
      this.queue.push(connection);
      this.next();
    }
    return renewal.done;
  }

  private lookSoon(): void {
    if (this.watched.size === 0) return;
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.look();
    }, PAUSE_MS);
  }

  private look(): void {
    for (const connection of this.watched) if (!connection.hasCurrentAccess()) void this.renew(connection);
  }

  private renewAll(): void {
    for (const connection of this.watched) void this.renew(connection);
  }

  private next(): void {
    while (this.running < CONCURRENCY && this.queue.length > 0) {
      this.running += 1;
      void this.settle(this.queue.shift()!).finally(() => {
        this.running -= 1;
        this.next();
      });
    }
  }

  private async settle(connection: Connection): Promise<void> {
    const renewal = this.renewing.get(connection)!;
    do {
      renewal.isOutdated = false;
      // Reads from memory end in the same turn of the event loop: repeated ones would stop the process.
      await nextTurn();
      await this.read(connection);
    } while (connection.isOpen && renewal.isOutdated);
    this.renewing.delete(connection);
    renewal.settle();
    // What waits for a closed connection must not ask for its access again.
    if (!connection.isOpen) return;
    for (const subscription of connection.subscriptions.values()) subscription.release();
  }

  private async read(connection: Connection): Promise<void> {
    for (let attempt = 1; connection.isOpen; attempt += 1) {
      try {
        await connection.caller.renew();
        await this.readBoards(connection);
        return;
      } catch (thrown) {
        const failure = asAppError(thrown);
        // Without the database nothing is known, and nothing new is sent.
        if (isTemporary(failure) && attempt < MAX_ATTEMPTS) await delay(RETRY_MS, undefined, { ref: false });
        else connection.close(closeReasonOf(failure.code), failure.message);
      }
    }
  }

  private async readBoards(connection: Connection): Promise<void> {
    for (const subscription of Array.from(connection.subscriptions.values())) {
      const { boardId } = subscription;
      try {
        subscription.facts = (await this.hierarchy.board(connection.context(), boardId)).facts;
      } catch (error) {
        // A socket of one board closes.
        if (connection.boardId !== null || !(error instanceof AppError) || error.code !== 'NOT_FOUND')
          throw error;
        this.onBoardEnded(connection, boardId);
        connection.send(serverMessage('unsubscribed', { boardId, reason: error.message }, { boardId }));
      }
    }
  }
}

/** The access of a connection that is being read. */
interface Renewal {
  /** Whether it has changed again meanwhile. */
  isOutdated: boolean;
  readonly done: Promise<void>;
  readonly settle: () => void;
}

function newRenewal(): Renewal {
  let settle = (): void => undefined;
  const done = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { isOutdated: false, done, settle };
}

function isTemporary({ code }: AppError): boolean {
  return code === 'SERVICE_UNAVAILABLE' || code === 'INTERNAL_SERVER_ERROR' || code === 'TIMEOUT';
}
