import { Injectable } from '@nestjs/common';
import { NotAuthenticated } from '../../access/access-errors';
import type { UserId } from '../../kernel/ids';
import type { DatabaseContext } from '../../platform/database/transaction';
import { AccountReadModel, type AccountRow } from './account.read-model';

@Injectable()
export class AccountService {
  constructor(private readonly reads: AccountReadModel) {}

  /** A person whose account is gone is nobody any more, whatever their credential says. */
  async get(context: DatabaseContext, userId: UserId): Promise<AccountRow> {
    const account = await this.reads.get(context, userId);
    if (account === null) throw new NotAuthenticated();
    return account;
  }
}
