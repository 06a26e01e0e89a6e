import { Injectable } from '@nestjs/common';
import { emailKey, trimmedEmail } from '../../kernel/email-key';
import type { UserId } from '../../kernel/ids';
import { AccessForbidden } from '../../access/access-errors';
import { EmailTaken, ProvisionedAccountsService } from '../accounts';
import { ProvisionedMembersService } from '../members';
import { DirectoryRulesService } from '../sso';
import { isEmailAddress } from './resources/attribute-values';
import type { ScimTx } from './scim-audit.service';
import { ScimError } from './scim-error';
import { ScimUsersReadModel } from './users/scim-users.read-model';
import { followsUserName, nameOf, type UserDraft } from './users/user-draft';
import type { UserRecord } from './users/user-record';

/** As many characters as an account's name has; a directory may have more. */
const ACCOUNT_NAME_MAX = 100;

/**
 * The accounts behind a directory's users. An account is a person's, and may reach into other organizations: a directory
 * makes them, and changes those that its organization made and that belong nowhere else.
 */
@Injectable()
export class ScimAccountsService {
  constructor(
    private readonly accounts: ProvisionedAccountsService,
    private readonly members: ProvisionedMembersService,
    private readonly rules: DirectoryRulesService,
    private readonly users: ScimUsersReadModel,
  ) {}

  /** Makes the user a member: with a new account, or with the one that their address has, when the organization may. */
  async admit(tx: ScimTx, draft: UserDraft): Promise<UserId> {
    const email = this.emailOf(draft, null);
    const found = await this.accounts.find(tx, email);
    if (found !== null) await this.rejectMember(tx, found.id);
    const isOurDomain = await this.vouchesFor(tx, email);
    const id = found?.id ?? (await this.open(tx, { name: accountName(draft, email), email }));
    if (found !== null) await this.takeIn(tx, id, isOurDomain);
    const { defaultRole } = await this.rules.roles(tx);
    await this.members.join(tx, id, defaultRole);
    return id;
  }

  /** The address that a draft gives: its own, else the user name when that is one, else the one there was. */
  emailOf({ email, userName }: UserDraft, before: UserRecord | null): string {
    const isApart = before !== null && !followsUserName(before);
    const given = email ?? (!isApart && isEmailAddress(userName) ? userName : before?.email);
    if (given !== undefined) {
      const isSame = before !== null && emailKey(given) === emailKey(before.email);
      return isSame ? before.email : trimmedEmail(given);
    }
    throw new ScimError('invalidValue', 'emails: must hold an e-mail address, unless userName is one');
  }

  /** What the draft changes of the account. A name that is not the directory's to change stays, an address is rejected. */
  async carryOver(tx: ScimTx, before: UserRecord, draft: UserDraft): Promise<void> {
    const email = this.emailOf(draft, before);
    if (emailKey(email) !== emailKey(before.email)) await this.move(tx, before.id, email);
    const name = accountName(draft, before.accountName);
    if (hasOtherNames(before, draft) && name !== before.accountName)
      await this.accounts.rename(tx, before.id, name);
  }

  private async move(tx: ScimTx, userId: UserId, email: string): Promise<void> {
    await this.members.rejectMove(tx, userId);
    await this.vouchesFor(tx, email);
    if (!(await this.accounts.move(tx, userId, email)))
      throw new AccessForbidden(
        'emails: this account is its owner’s, who may belong to other organizations too; only they can change its address',
      );
  }

  /**
   * Whether the organization has shown the domain of the address to be its own. Where another one has, it alone speaks for
   * the people there: an account must not wait for them that a stranger opened.
   */
  private async vouchesFor(tx: ScimTx, email: string): Promise<boolean> {
    const holder = await this.rules.holderOf(tx, email);
    if (holder !== null && holder !== tx.organizationId)
      throw new AccessForbidden(
        'emails: another organization has shown the domain of this address to be its own; invite the person instead',
      );
    return holder !== null;
  }

  private async open(tx: ScimTx, account: { name: string; email: string }): Promise<UserId> {
    const opened = await this.accounts.open(tx, account);
    if (opened === null) throw new EmailTaken();
    return opened.id;
  }

  private async rejectMember(tx: ScimTx, userId: UserId): Promise<void> {
    const member = await this.users.get(tx, userId);
    if (member !== null)
      throw new ScimError(
        'uniqueness',
        `emails: a member has this address already, by the user name ${member.userName ?? member.email}`,
      );
  }

  /** Of an account that there was: the organization's own, or one that belongs to the mailbox of its domain. */
  private async takeIn(tx: ScimTx, userId: UserId, isOurDomain: boolean): Promise<void> {
    if (await this.accounts.isOpenedHere(tx, userId)) return this.accounts.readmit(tx, userId);
    if (!isOurDomain)
      throw new ScimError(
        'uniqueness',
        'emails: an account with this address exists; invite the person, or verify the domain of the address for this organization (sso.domains) and try again',
      );
    // A user who registered with another person's address would otherwise gain access.
    if (!(await this.accounts.isProved(tx, userId)))
      throw new ScimError(
        'uniqueness',
        'emails: an account with this address exists, and its address is not verified; invite the person, or let them sign on once',
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
