import { Injectable } from '@nestjs/common';
import type { OrganizationId, UserId } from '../../../kernel/ids';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { FederatedAccountsService } from '../../accounts';
import { FederatedMembersService } from '../../members';
import { isOwner } from '../../../access/role';

/** Finds the user that a test is about. */
@Injectable()
export class TestPeopleService {
  constructor(
    private readonly accounts: FederatedAccountsService,
    private readonly members: FederatedMembersService,
  ) {}

  /** Whether the tester owns the organization and the address that the provider reported. */
  async isOwnersOwn(
    tx: InTransaction<DatabaseContext> & { organizationId: OrganizationId },
    testerId: UserId,
    emailKey: string,
  ): Promise<boolean> {
    const member = await this.members.find(tx, testerId);
    if (!isOwner(member?.role) || member?.status !== 'active') return false;
    return (await this.accounts.find(tx, emailKey))?.id === testerId;
  }
}
