import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import { SignedOnSessionsEnd } from '../accounts';
import type { Changed } from './connection-changes';
import { IdentitiesRepository } from './identities.repository';

type Tx = InTransaction<CallContext>;

/** What ends when an organization's identity provider is changed or let go. */
@Injectable()
export class ReplacedProviders {
  constructor(
    private readonly identities: IdentitiesRepository,
    private readonly sessions: SignedOnSessionsEnd,
  ) {}

  async change(tx: Tx, { isOtherProvider, isReplaced }: Changed): Promise<void> {
    // What somebody else's provider says of the owner is not what the owner has shown.
    if (isOtherProvider && tx.principal.role !== 'owner') await this.identities.doubtProofs(tx);
    if (isReplaced) await this.sessions.endAll(tx, tx.organizationId);
  }

  /** Nobody vouches any more for whom the provider has let in. */
  async end(tx: Tx): Promise<void> {
    await this.sessions.endAll(tx, tx.organizationId);
  }
}
