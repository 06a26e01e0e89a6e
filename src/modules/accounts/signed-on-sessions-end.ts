import { Injectable } from '@nestjs/common';
import type { OrganizationId, SessionId, UserId } from '../../kernel/ids';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import { sessionTopic } from './session-verifier';
import { SessionsRepository } from './sessions.repository';

/** Ends sessions that an organization's single sign-on began, at once and on every replica. No other ones. */
@Injectable()
export class SignedOnSessionsEnd {
  constructor(private readonly sessions: SessionsRepository) {}

  /** Those of the ones given that it began. Answers whose they were. */
  end(
    tx: InTransaction<DatabaseContext>,
    organizationId: OrganizationId,
    ids: readonly SessionId[],
  ): Promise<UserId[]> {
    return this.ended(tx, organizationId, ids);
  }

  /** All of them. */
  async endAll(tx: InTransaction<DatabaseContext>, organizationId: OrganizationId): Promise<void> {
    await this.ended(tx, organizationId, null);
  }

  private async ended(
    tx: InTransaction<DatabaseContext>,
    organizationId: OrganizationId,
    ids: readonly SessionId[] | null,
  ): Promise<UserId[]> {
    const ended = await this.sessions.endSignedOn(tx, organizationId, ids);
    for (const { id } of ended) tx.transaction.touch(sessionTopic(id));
    return [...new Set(ended.map(({ userId }) => userId))];
  }
}
