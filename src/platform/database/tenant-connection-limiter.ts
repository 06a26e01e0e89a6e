import { setImmediate as nextTurn } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Overloaded, ServiceUnavailable } from '../../kernel/app-error';
import { METRICS } from '../metrics/catalogue';
import { type CounterMetric, Metrics } from '../metrics/metrics';
import { ConnectionWatch } from './connection-watch';
import { poolOf } from './pool-of';
import type { DatabaseContext } from './transaction';

/** Connections that one organization leaves for all others. */
const RESERVED = 2;
/** How long a call waits for another call of its organization to release a connection. */
const WAIT_MS = 5_000;
/** Calls of one organization that wait at a time. With more, the last ones would wait longer than their callers. */
const MAX_WAITING = 500;

interface Turn {
  grant(): void;
  reject(): void;
}

interface Share {
  inUse: number;
  waiting: Turn[];
}

/**
 * Limits the connections of the pool that one organization uses at a time. Calls above the limit wait in a queue of
 * their organization, so that other organizations always find a free connection (decision 0051). Work outside any
 * organization is not counted.
 */
@Injectable()
export class TenantConnectionLimiter {
  private readonly shares = new Map<string, Share>();
  private readonly most: number;
  private readonly rejected: CounterMetric<'cause'>;

  constructor(
    @Inject(DataSource) dataSource: DataSource,
    private readonly watch: ConnectionWatch,
    metrics: Metrics,
  ) {
    this.rejected = metrics.counter(METRICS.rejectedRequests);
    watch.onSilence(() => this.rejectWaiting());
    this.most = Math.max(1, (poolOf(dataSource).options.max ?? RESERVED) - RESERVED);
  }

  /**
   * Runs work that takes and releases one connection. A call that waits for the connection sends its statement before the result
   * is returned: the server executes it while this process writes the response of the first call (decision 0158).
   */
  async within<T>(context: DatabaseContext, work: () => Promise<T>): Promise<T> {
    this.assertServerResponds();
    const { organizationId } = context as { organizationId?: string };
    if (organizationId === undefined) return work();
    const share = this.shareOf(organizationId);
    if (share.inUse >= this.most) await this.turn(share);
    else share.inUse += 1;
    try {
      return await work();
    } finally {
      if (this.giveBack(organizationId, share)) await nextTurn();
    }
  }

  private shareOf(organizationId: string): Share {
    let share = this.shares.get(organizationId);
    if (!share) this.shares.set(organizationId, (share = { inUse: 0, waiting: [] }));
    return share;
  }

  /** Resolves when a call of the same organization releases its connection. */
  private turn(share: Share): Promise<void> {
    if (share.waiting.length >= MAX_WAITING) {
      this.rejected.inc({ cause: 'organization' });
      throw new Overloaded();
    }
    return new Promise((resolve, reject) => {
      const turn: Turn = {
        grant: () => {
          clearTimeout(timer);
          resolve();
        },
        reject: () => {
          clearTimeout(timer);
          share.waiting.splice(share.waiting.indexOf(turn), 1);
          reject(new ServiceUnavailable());
        },
      };
      const timer = setTimeout(turn.reject, WAIT_MS);
      share.waiting.push(turn);
    });
  }

  /** Rejects a call immediately while the server does not respond. */
  assertServerResponds(): void {
    if (this.watch.isServerSilent) throw new ServiceUnavailable();
  }

  private rejectWaiting(): void {
    const waiting = [...this.shares.values()].flatMap((share) => share.waiting);
    for (const turn of waiting) turn.reject();
  }

  /** Whether a waiting call gets the connection. */
  private giveBack(organizationId: string, share: Share): boolean {
    const next = share.waiting.shift();
    if (next !== undefined) {
      next.grant();
      return true;
    }
    share.inUse -= 1;
    if (share.inUse === 0) this.shares.delete(organizationId);
    return false;
  }
}
