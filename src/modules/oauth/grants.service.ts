import { Injectable, type OnModuleInit } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { GrantId, UserId } from '../../kernel/ids';
import { GrantedAccess, type GrantedAccessHolder } from '../../access/granted-access';
import type { CallContext } from '../../access/principal';
import { refuseApplication } from '../../access/refuse-application';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Outbox } from '../../platform/jobs/outbox';
import { RecordNotFound } from '../hierarchy';
import { GrantsRepository } from './grants.repository';
import { oauthEvents } from './oauth.events';
import { grantTopic } from './topics';

/** What people have let applications do for them, as they see it and take it back. */
@Injectable()
export class GrantsService implements GrantedAccessHolder, OnModuleInit {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly grants: GrantsRepository,
    private readonly outbox: Outbox,
    private readonly granted: GrantedAccess,
  ) {}

  onModuleInit(): void {
    this.granted.add(this);
  }

  list(context: CallContext, page: { cursor: GrantId | null; limit: number }) {
    refuseApplication(context.principal);
    return this.grants.list(context, context.principal.userId, clock.now(), page);
  }

  /** Every token of it is refused from the next call on, on every replica. */
  async revoke(context: CallContext, id: GrantId): Promise<void> {
    refuseApplication(context.principal);
    return this.transactions.run(context, async (tx) => {
      const grant = await this.grants.find(tx, tx.principal.userId, clock.now(), id);
      if (grant === null) throw new RecordNotFound('grant');
      await this.grants.delete(tx, tx.principal.userId, id);
      tx.transaction.touch(grantTopic(id));
      await this.outbox.append(tx, oauthEvents.grantRevoked(grant));
    });
  }

  async endAccessOf(tx: InTransaction<DatabaseContext>, userId: UserId): Promise<void> {
    for (const id of await this.grants.deleteAll(tx, userId)) tx.transaction.touch(grantTopic(id));
  }
}
