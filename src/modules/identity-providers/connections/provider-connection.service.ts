import { Injectable } from '@nestjs/common';
import type { SessionId } from '../../../kernel/ids';
import { Authenticator } from '../../../access/authenticator';
import type { IncomingRequest } from '../../../access/incoming-request';
import type { AuthenticatedUser } from '../../../access/principal';
import { type DatabaseContext, type InTransaction } from '../../../platform/database/transaction';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { AccountNoticesService, ReauthenticationService, VerifiedEmailsService } from '../../accounts';
import { IdentitiesRepository } from '../identities.repository';
import {
  EmailNotConfirmed,
  IdentityRejected,
  IdentityTaken,
  InvalidLoginFlow,
} from '../identity-providers.errors';
import type { VerifiedIdentity } from '../verified-identity';
import { ProviderConnectionAuditService } from './provider-connection-audit.service';

/** Connects the identity that a provider returned to the account of the signed-in user. */
@Injectable()
export class ProviderConnectionService {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly reauthentication: ReauthenticationService,
    private readonly emails: VerifiedEmailsService,
    private readonly identities: IdentitiesRepository,
    private readonly notices: AccountNoticesService,
    private readonly audit: ProviderConnectionAuditService,
    private readonly transactions: TransactionRunner,
  ) {}

  async connect(request: IncomingRequest, identity: VerifiedIdentity, startedBy: SessionId): Promise<void> {
    const person = await this.authenticator.person(request);
    if (person === null || person.credential.id !== startedBy) throw new InvalidLoginFlow('session_changed');
    try {
      await this.transactions.run(NO_TRANSACTION, async (tx) => {
        await this.keep(tx, person, identity);
        await this.audit.connected(tx, request, person, identity.provider);
      });
    } catch (rejection) {
      await this.audit.rejected(request, person, identity.provider, rejection);
      throw rejection;
    }
  }

  private async keep(
    tx: InTransaction<DatabaseContext>,
    person: AuthenticatedUser,
    identity: VerifiedIdentity,
  ): Promise<void> {
    const { userId } = person;
    // The lock prevents a password change, a disconnection and a change of the address until the identity is stored.
    const isConfirmed = await this.emails.lock(tx, userId);
    if (!(await this.reauthentication.isDirectSession(tx, person)))
      throw new InvalidLoginFlow('session_changed');
    // Otherwise an attacker could register another user's address and connect an identity to use later.
    if (!isConfirmed) throw new EmailNotConfirmed();
    if (await this.identities.isDisconnected(tx, userId, identity.provider))
      throw new IdentityRejected('provider_disconnected');
    const isKnown = (await this.identities.find(tx, identity))?.userId === userId;
    if (!(await this.identities.keep(tx, identity, userId))) throw new IdentityTaken();
    if (!isKnown) await this.notices.send(tx, userId, 'provider-connected');
  }
}
