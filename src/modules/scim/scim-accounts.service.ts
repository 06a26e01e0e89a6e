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

/** The maximum length of an account's name; a directory's display name can be longer. */
const ACCOUNT_NAME_MAX = 100;

/**
 * The accounts of a directory's users. An account belongs to a user, who can be a member of other organizations too: a
 * directory creates accounts, and changes only those that its organization created and that no other organization has.
 */
@Injectable()
export class ScimAccountsService {
  constructor(
    private readonly accounts: ProvisionedAccountsService,
    private readonly members: ProvisionedMembersService,
    private readonly rules: DirectoryRulesService,
    private readonly users: ScimUsersReadModel,
  ) {}

  /**
   * Adds the user as a member, with a new account or with the existing account of the address if the organization may
   * use it.
   */
  async add(tx: ScimTx, draft: UserDraft): Promise<UserId> {
    const email = this.emailOf(draft, null);
    const found = await this.accounts.find(tx, email);
    if (found !== null) await this.rejectMember(tx, found.id);
    const isOurDomain = await this.ownsDomainOf(tx, email);
    const id = found?.id ?? (await this.open(tx, { name: accountName(draft, email), email }));
    if (found !== null) await this.addExisting(tx, id, isOurDomain);
    const { defaultRole } = await this.rules.roles(tx);
    await this.members.join(tx, id, defaultRole);
    return id;
  }

  /** The draft's address: its own, else the user name if that is an address, else the previous address. */
  emailOf({ email, userName }: UserDraft, before: UserRecord | null): string {
    const isApart = before !== null && !followsUserName(before);
    const given = email ?? (!isApart && isEmailAddress(userName) ? userName : before?.email);
    if (given !== undefined) {
      const isSame = before !== null && emailKey(given) === emailKey(before.email);
      return isSame ? before.email : trimmedEmail(given);
    }
    throw new ScimError('invalidValue', 'emails: must contain an e-mail address, unless userName is one');
  }

  /**
   * Applies the draft to the account. A name that the directory cannot change is ignored; such an address is an error.
   */
  async updateAccount(tx: ScimTx, before: UserRecord, draft: UserDraft): Promise<void> {
    const email = this.emailOf(draft, before);
    if (emailKey(email) !== emailKey(before.email)) await this.move(tx, before.id, email);
    const name = accountName(draft, before.accountName);
    if (hasOtherNames(before, draft) && name !== before.accountName)
      await this.accounts.rename(tx, before.id, name);
  }

  private async move(tx: ScimTx, userId: UserId, email: string): Promise<void> {
    await this.members.rejectMove(tx, userId);
    await this.ownsDomainOf(tx, email);
    if (!(await this.accounts.move(tx, userId, email)))
      throw new AccessForbidden(
        'emails: only the user can change the address of this account, because it can belong to other organizations too',
      );
  }

  /**
   * Whether the organization has verified the domain of the address. If another organization has, only that
   * organization can create accounts for the domain. Stops an organization from preparing an account that a user of the
   * other one later takes over.
   */
  private async ownsDomainOf(tx: ScimTx, email: string): Promise<boolean> {
    const holder = await this.rules.holderOf(tx, email);
    if (holder !== null && holder !== tx.organizationId)
      throw new AccessForbidden(
        'emails: another organization has verified the domain of this address; invite the user instead',
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
        `emails: the member with the user name ${member.userName ?? member.email} already has this address`,
      );
  }

  /**
   * Adds an existing account: one that the organization created, or one with an address of the organization's verified
   * domain.
   */
  private async addExisting(tx: ScimTx, userId: UserId, isOurDomain: boolean): Promise<void> {
    if (await this.accounts.isOpenedHere(tx, userId)) return this.accounts.readmit(tx, userId);
    if (!isOurDomain)
      throw new ScimError(
        'uniqueness',
        'emails: an account with this address exists; invite the person, or verify the domain of the address for this organization (sso.domains) and try again',
      );
    // Otherwise a user who registered with another person's address would gain access.
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
