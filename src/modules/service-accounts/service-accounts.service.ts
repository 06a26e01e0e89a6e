import { Injectable } from '@nestjs/common';
import type { Page } from '../../kernel/cursor';
import type { UserId } from '../../kernel/ids';
import type { CallContext } from '../../access/principal';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { ServiceUsersService } from '../accounts';
import { MemberRemovalService, type MemberOutput, MembersReadModel, ServiceMembersService } from '../members';
import { type CreatedToken, TokensService } from '../tokens';
import type {
  ServiceAccount,
  ServiceAccountsCreateInput,
  ServiceAccountsCreateTokenInput,
  ServiceAccountsListInput,
} from './service-accounts.schemas';

/**
 * The service accounts of an organization (decision 0144): members without an address, for the tokens of integrations. The
 * procedures of members and tokens deactivate them, change their roles and revoke their tokens.
 */
@Injectable()
export class ServiceAccountsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly users: ServiceUsersService,
    private readonly members: ServiceMembersService,
    private readonly reads: MembersReadModel,
    private readonly removal: MemberRemovalService,
    private readonly tokens: TokensService,
  ) {}

  async list(context: CallContext, input: ServiceAccountsListInput): Promise<Page<ServiceAccount>> {
    const { rows, nextCursor } = await this.reads.list(context, { ...input, isServiceAccount: true });
    return { rows: rows.map(present), nextCursor };
  }

  create(context: CallContext, { name, role }: ServiceAccountsCreateInput): Promise<ServiceAccount> {
    return this.transactions.run(context, async (tx) =>
      present(await this.members.join(tx, await this.users.open(tx, name), role)),
    );
  }

  rename(
    context: CallContext,
    id: UserId,
    { name, expected }: { name: string; expected: Date | undefined },
  ): Promise<ServiceAccount> {
    return this.transactions.run(context, async (tx) => {
      await this.members.advance(tx, id, expected);
      await this.users.rename(tx, id, name);
      return present(await this.members.get(tx, id));
    });
  }

  /** Its tokens stop working with the next call. What it created remains, with its name. */
  delete(context: CallContext, id: UserId, reassignTo: UserId | undefined): Promise<void> {
    return this.transactions.run(context, async (tx) => {
      await this.members.assertCanChange(tx, id);
      await this.removal.remove(tx, id, reassignTo);
    });
  }

  createToken(
    context: CallContext,
    { serviceAccountId, ...input }: ServiceAccountsCreateTokenInput,
  ): Promise<CreatedToken> {
    return this.transactions.run(context, async (tx) => {
      await this.members.assertCanChange(tx, serviceAccountId);
      return this.tokens.createFor(tx, serviceAccountId, input);
    });
  }
}

function present({ email: _email, ...shown }: MemberOutput): ServiceAccount {
  return shown;
}
