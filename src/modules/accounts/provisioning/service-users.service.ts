import { Injectable } from '@nestjs/common';
import { serviceAccountKey } from '../../../kernel/email-key';
import { newId, type UserId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { Outbox } from '../../../platform/events/outbox';
import { memberTopic } from '../../hierarchy';
import { accountsEvents } from '../accounts.events';
import { UsersRepository } from '../users.repository';

/** The users of service accounts (decision 0144). The caller adds the organization in the same transaction. */
@Injectable()
export class ServiceUsersService {
  constructor(
    private readonly users: UsersRepository,
    private readonly outbox: Outbox,
  ) {}

  async open(tx: InTransaction<CallContext>, name: string): Promise<UserId> {
    const id = newId('user');
    const account = { id, name, email: '', emailKey: serviceAccountKey(id), passwordHash: null };
    await this.users.insert(tx, { ...account, isServiceAccount: true });
    return id;
  }

  async rename(tx: InTransaction<CallContext>, userId: UserId, name: string): Promise<void> {
    await this.users.updateProfile(tx, userId, { name });
    tx.transaction.invalidate(memberTopic(userId));
    await this.outbox.append(tx, accountsEvents.renamed.create({ userId, name }));
  }
}
