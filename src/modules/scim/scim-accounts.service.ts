import { Injectable } from '@nestjs/common';
import { emailKey, trimmedEmail } from '../../kernel/email-key';
import type { UserId } from '../../kernel/ids';
import { NotAllowed } from '../../access/access-errors';
import { ProvisionedAccounts } from '../accounts';
import { ProvisionedMembers } from '../members';
import { isEmailAddress } from './attribute-values';
import { DirectoryRulesReadModel } from './directory-rules.read-model';
import type { ScimTx } from './scim-audit';
import { ScimRefused } from './scim-refused';
import { ScimUsersReadModel } from './scim-users.read-model';
import { followsUserName, nameOf, type UserDraft } from './user-draft';
import type { UserRecord } from './user-record';

/** As many characters as an account's name has; a directory may have more. */
const ACCOUNT_NAME_MAX = 100;

/**
 * The accounts behind a directory's users. An account is a person's, and may reach into other organizations: a directory
 * makes them, and changes those that its organization made and that belong nowhere else.
 */
@Injectable()
export class ScimAccounts {
  constructor(
    private readonly accounts: ProvisionedAccounts,
    private readonly members: ProvisionedMembers,
    private readonly rules: DirectoryRulesReadModel,
    private readonly users: ScimUsersReadModel,
  ) {}

  /** Makes the user a member: with a new account, or with the one that their address has, when the organization may. */
  async admit(tx: ScimTx, draft: UserDraft): Promise<{ id: UserId; email: string }> {
    const email = this.emailOf(draft, null);
    const { defaultRole } = await this.rules.roles(tx);
    const account =
      (await this.existing(tx, email)) ??
      (await this.accounts.open(tx, { name: accountName(draft, email), email }));
    await this.members.join(tx, account, defaultRole);
    return account;
  }

  /** The address that a draft gives: its own, else the user name when that is one, else the one there was. */
  emailOf({ email, userName }: UserDraft, before: UserRecord | null): string {
    const isApart = before !== null && !followsUserName(before);
    const given = email ?? (!isApart && isEmailAddress(userName) ? userName : before?.email);
    if (given !== undefined) {
      const isSame = before !== null && emailKey(given) === emailKey(before.email);
      return isSame ? before.email : trimmedEmail(given);
    }
    throw new ScimRefused('invalidValue', 'emails: must hold an e-mail address, unless userName is one');
  }

  /** What the draft changes of the account. A name that is not the directory's to change stays, an address is refused. */
  async carryOver(tx: ScimTx, before: UserRecord, draft: UserDraft): Promise<void> {
    const email = this.emailOf(draft, before);
    if (emailKey(email) !== emailKey(before.email) && !(await this.accounts.move(tx, before.id, email)))
      throw new NotAllowed(
        'emails: this account is its owner’s, who may belong to other organizations too; only they can change its address',
      );
    const name = accountName(draft, before.accountName);
    if (hasOtherNames(before, draft) && name !== before.accountName)
      await this.accounts.rename(tx, before.id, name);
  }

  private async existing(tx: ScimTx, email: string): Promise<{ id: UserId; email: string } | null> {
    const found = await this.accounts.find(tx, email);
    if (found === null) return null;
    const member = await this.users.get(tx, found.id);
    if (member !== null)
      throw new ScimRefused(
        'uniqueness',
        `emails: a member has this address already, by the user name ${member.userName ?? member.email}`,
      );
    if ((await this.accounts.isOpenedHere(tx, found.id)) || (await this.rules.isVerified(tx, email)))
      return found;
    throw new ScimRefused(
      'uniqueness',
      'emails: an account with this address exists; invite the person, or verify the domain of the address for this organization (sso.domains) and try again',
    );
  }
}

function hasOtherNames(before: UserRecord, draft: UserDraft): boolean {
  return (['displayName', 'formattedName', 'givenName', 'familyName'] as const).some(
    (key) => before[key] !== draft[key],
  );
}

function accountName(draft: UserDraft, otherwise: string): string {
  return (nameOf(draft) ?? otherwise).slice(0, ACCOUNT_NAME_MAX).toWellFormed();
}
