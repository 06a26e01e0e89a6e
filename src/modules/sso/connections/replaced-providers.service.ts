import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { RevokeSsoSessionsService } from '../../accounts';
import type { Changed } from './connection-changes';
import { IdentitiesRepository } from '../sign-on/identities.repository';
import { isOwner } from '../../../access/role';

type Tx = InTransaction<CallContext>;

/** Revokes what depended on an identity provider when it is replaced or removed. */
@Injectable()
export class ReplacedProvidersService {
  constructor(
    private readonly identities: IdentitiesRepository,
    private readonly sessions: RevokeSsoSessionsService,
  ) {}

  async change(tx: Tx, { isOtherProvider, isReplaced }: Changed): Promise<void> {
    // The claims of another provider do not prove the owner's identity.
    if (isOtherProvider && !isOwner(tx.principal.role)) await this.identities.invalidateVerification(tx);
    if (isReplaced) await this.sessions.endAll(tx, tx.organizationId);
  }

  /** Users who signed in through this provider are no longer vouched for. */
  async end(tx: Tx): Promise<void> {
    await this.sessions.endAll(tx, tx.organizationId);
  }
}
