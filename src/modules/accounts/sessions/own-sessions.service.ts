import { Injectable } from '@nestjs/common';
import type { SessionId } from '../../../kernel/ids';
import type { UserContext } from '../../../access/principal';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { RecordNotFound } from '../../hierarchy';
import { sessionOf } from './session-of';
import { SessionsRepository } from './sessions.repository';
import { SessionsService } from './sessions.service';

/** Lists a user's sessions and revokes them. */
@Injectable()
export class OwnSessionsService {
  constructor(
    private readonly reads: SessionsRepository,
    private readonly sessions: SessionsService,
    private readonly transactions: TransactionRunner,
  ) {}

  async list(context: UserContext, page: { cursor: SessionId | null; limit: number }) {
    const current = sessionOf(context.person);
    const { rows, nextCursor } = await this.reads.list(context, context.person.userId, page);
    return { sessions: rows.map((row) => ({ ...row, isCurrent: row.id === current })), nextCursor };
  }

  async revoke(context: UserContext, { id }: { id?: SessionId | undefined }): Promise<void> {
    const { userId } = context.person;
    const current = sessionOf(context.person);
    if (id === undefined)
      return this.transactions.run(context, (tx) => this.sessions.endAll(tx, userId, current));
    if (!(await this.sessions.end(context, id, userId))) throw new RecordNotFound('session');
  }
}
