import { Injectable, type OnModuleInit } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { GrantId, UserId } from '../../../kernel/ids';
import { CredentialRevocation, type GrantedAccessHolder } from '../../../access/credential-revocation';
import type { CallContext } from '../../../access/principal';
import { manageAccount } from '../../../access/account.policy';
import { authorize } from '../../../access/policy';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Outbox } from '../../../platform/events/outbox';
import { RecordNotFound } from '../../hierarchy';
import { GrantsRepository } from './grants.repository';
import { oauthEvents } from '../oauth.events';
import { grantTopic } from '../topics';

/** Lists and revokes the applications that a user has authorized. */
@Injectable()
export class GrantsService implements GrantedAccessHolder, OnModuleInit {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly grants: GrantsRepository,
    private readonly outbox: Outbox,
    private readonly granted: CredentialRevocation,
  ) {}

  onModuleInit(): void {
    this.granted.add(this);
  }

  list(context: CallContext, page: { cursor: GrantId | null; limit: number }) {
    authorize(manageAccount, context.principal);
    return this.grants.list(context, context.principal.userId, clock.now(), page);
  }

  /** From the next call on, every replica rejects all tokens of the grant. */
  async revoke(context: CallContext, id: GrantId): Promise<void> {
    authorize(manageAccount, context.principal);
    return this.transactions.run(context, async (tx) => {
      const grant = await this.grants.find(tx, tx.principal.userId, clock.now(), id);
      if (grant === null) throw new RecordNotFound('grant');
      await this.grants.delete(tx, tx.principal.userId, id);
      tx.transaction.invalidate(grantTopic(id));
      await this.outbox.append(tx, oauthEvents.grantRevoked.create({ grant }));
    });
  }

  async endAccessOf(tx: InTransaction<DatabaseContext>, userId: UserId): Promise<void> {
    for (const id of await this.grants.deleteAll(tx, userId)) tx.transaction.invalidate(grantTopic(id));
  }
}
