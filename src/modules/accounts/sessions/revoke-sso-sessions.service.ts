import { Injectable } from '@nestjs/common';
import type { OrganizationId, SessionId, UserId } from '../../../kernel/ids';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { sessionTopic } from './cookie-session.verifier';
import { SessionsRepository } from './sessions.repository';

/** Ends only sessions that an organization's single sign-on started, immediately and on every replica. */
@Injectable()
export class RevokeSsoSessionsService {
  constructor(private readonly sessions: SessionsRepository) {}

  /** The given sessions that it started. Returns their users. */
  end(
    tx: InTransaction<DatabaseContext>,
    organizationId: OrganizationId,
    ids: readonly SessionId[],
  ): Promise<UserId[]> {
    return this.ended(tx, organizationId, ids);
  }

  /** All sessions that it started. */
  async endAll(tx: InTransaction<DatabaseContext>, organizationId: OrganizationId): Promise<void> {
    await this.ended(tx, organizationId, null);
  }

  private async ended(
    tx: InTransaction<DatabaseContext>,
    organizationId: OrganizationId,
    ids: readonly SessionId[] | null,
  ): Promise<UserId[]> {
    const ended = await this.sessions.endSignedOn(tx, organizationId, ids);
    for (const { id } of ended) tx.transaction.invalidate(sessionTopic(id));
    return [...new Set(ended.map(({ userId }) => userId))];
  }
}
