import { Injectable } from '@nestjs/common';
import type { OrganizationId, UserId } from '../../kernel/ids';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import { VouchedAccounts } from '../accounts';
import { SignedOnMembers } from '../members';

/** Whom a test is about. */
@Injectable()
export class TestPeople {
  constructor(
    private readonly accounts: VouchedAccounts,
    private readonly members: SignedOnMembers,
  ) {}

  /** Whether the tester owns the organization and the address that the provider told. */
  async isOwnersOwn(
    tx: InTransaction<DatabaseContext> & { organizationId: OrganizationId },
    testerId: UserId,
    emailKey: string,
  ): Promise<boolean> {
    const standing = await this.members.standing(tx, testerId);
    if (standing?.role !== 'owner' || standing.status !== 'active') return false;
    return (await this.accounts.find(tx, emailKey))?.id === testerId;
  }
}
