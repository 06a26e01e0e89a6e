import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError } from '../../kernel/app-error';
import { poolOf } from './pool-of';
import type { DatabaseContext } from './transaction';

/** Connections that one organization leaves to all others. */
const RESERVED = 2;
/** As long as a call waits for a connection of the pool. */
const PATIENCE_MS = 5_000;

interface Share {
  inUse: number;
  waiting: (() => void)[];
}

/**
 * How many of the pool's connections one organization holds at a time. Who wants more waits here, in order and apart from
 * everybody else, so that others always find one (decision 0051). What runs for no organization is not counted.
 */
@Injectable()
export class OrganizationShares {
  private readonly shares = new Map<string, Share>();
  private readonly most: number;

  constructor(@Inject(DataSource) dataSource: DataSource) {
    this.most = Math.max(1, (poolOf(dataSource).options.max ?? RESERVED) - RESERVED);
  }

  /** Runs what takes one connection and gives it back. */
  async within<T>(context: DatabaseContext, work: () => Promise<T>): Promise<T> {
    const { organizationId } = context as { organizationId?: string };
    if (organizationId === undefined) return work();
    const share = this.shareOf(organizationId);
    if (share.inUse >= this.most) await this.turn(share);
    else share.inUse += 1;
    try {
      return await work();
    } finally {
      this.giveBack(organizationId, share);
    }
  }

  private shareOf(organizationId: string): Share {
    let share = this.shares.get(organizationId);
    if (!share) this.shares.set(organizationId, (share = { inUse: 0, waiting: [] }));
    return share;
  }

  /** Ends when somebody hands on their connection. */
  private turn(share: Share): Promise<void> {
    return new Promise((resolve, reject) => {
      const granted = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        share.waiting.splice(share.waiting.indexOf(granted), 1);
        reject(
          new AppError('SERVICE_UNAVAILABLE', 'The service is busy or restarting; try again shortly', {
            retryAfterSeconds: 1,
          }),
        );
      }, PATIENCE_MS);
      share.waiting.push(granted);
    });
  }

  private giveBack(organizationId: string, share: Share): void {
    const next = share.waiting.shift();
    if (next !== undefined) {
      next();
      return;
    }
    share.inUse -= 1;
    if (share.inUse === 0) this.shares.delete(organizationId);
  }
}
