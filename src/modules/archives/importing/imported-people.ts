import { newId } from '../../../kernel/ids';
import { ArchiveProblem } from '../reading/archive-problem';
import type { ExistingAccount } from './archive-import.repository';
import type { ArchivedUser } from './record-checks';

/** Addresses that an error names. */
const NAMED_MAX = 20;

const USER_IDS = /usr_[0-9A-Z]{26}/g;

/**
 * Who the users of an archive are here. A user whose address has an account here becomes that account, if the operator allows it and
 * the account has proved the address: an archive can name any address, and an account one that no one has confirmed. All others
 * get new accounts without a password.
 */
export class ImportedPeople {
  /** Ids of the archive, and those here, where they differ. */
  private readonly changed = new Map<string, string>();
  private readonly existing = new Map<string, ExistingAccount>();
  private readonly names = new Map<string, string>();
  /** Ids here of users who left. */
  private readonly former = new Set<string>();

  constructor(
    users: Iterable<ArchivedUser>,
    accounts: readonly ExistingAccount[],
    {
      linksAccounts,
      mentioned = [],
      former = [],
    }: { linksAccounts: boolean; mentioned?: Iterable<string>; former?: Iterable<string> },
  ) {
    const byEmail = new Map(accounts.map((account) => [account.emailKey, account]));
    const takenIds = new Set(accounts.map(({ id }) => id));
    const found: ExistingAccount[] = [];
    const archived = new Set<string>();
    for (const { id, emailKey, name, isServiceAccount } of users) {
      archived.add(id);
      // A service account belongs to one organization: it never becomes another account.
      const account = isServiceAccount ? undefined : byEmail.get(emailKey);
      if (account !== undefined) {
        found.push(account);
        this.existing.set(id, account);
      }
      // An account with this id and another address is another person as far as this installation can know.
      const idHere = account?.id ?? (takenIds.has(id) ? newId('user') : id);
      if (idHere !== id) this.changed.set(id, idHere);
      this.names.set(idHere, account?.name ?? name);
    }
    // Users who left have no record, so nothing says who they are: with an id of an account here, an administrator of the archive
    // could see or erase that account as the one of a former member.
    for (const id of mentioned)
      if (takenIds.has(id) && !archived.has(id)) this.changed.set(id, newId('user'));
    for (const id of former) this.former.add(this.changed.get(id) ?? id);
    if (!linksAccounts && found.length > 0)
      throw new ArchiveProblem(
        `Accounts with the addresses of members exist here: ${listed(found)}. With --link-existing-accounts they become members`,
      );
    const unconfirmed = found.filter(({ isConfirmed }) => !isConfirmed);
    if (unconfirmed.length > 0)
      throw new ArchiveProblem(
        `Accounts with the addresses of members have not confirmed them: ${listed(unconfirmed)}. Their users must confirm them first`,
      );
  }

  /** Accounts that become members. */
  get linked(): readonly ExistingAccount[] {
    return [...this.existing.values()];
  }

  /** The text with the ids that the users have here. */
  renamed(text: string): string {
    return this.changed.size === 0 ? text : text.replace(USER_IDS, (id) => this.changed.get(id) ?? id);
  }

  /** Whether a user of the archive, by the id there, had an account. */
  hasAccount(id: string): boolean {
    return this.existing.has(id);
  }

  /** Whether a user, by the id here, is or was a member. */
  isKnown(id: string): boolean {
    return this.names.has(id) || this.former.has(id);
  }

  /** By the id here. */
  nameOf(id: string): string | undefined {
    return this.names.get(id);
  }
}

function listed(accounts: readonly ExistingAccount[]): string {
  const addresses = accounts.slice(0, NAMED_MAX).map(({ emailKey }) => emailKey);
  const others = accounts.length - addresses.length;
  return addresses.join(', ') + (others > 0 ? ` and ${others} others` : '');
}
