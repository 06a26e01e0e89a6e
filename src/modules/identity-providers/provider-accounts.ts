import { Injectable } from '@nestjs/common';
import type { UserId } from '../../kernel/ids';
import { AccountsConfig } from '../../platform/config/accounts.config';
import { NO_TRANSACTION } from '../../platform/database/database';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import { EmailTaken, ProvenAddresses, VouchedAccounts } from '../accounts';
import { IdentitiesRepository } from './identities.repository';
import { IdentityRefused } from './identity-providers.errors';
import type { VouchedIdentity } from './vouched-identity';

/** The account of somebody whom a provider vouches for. */
export interface FoundAccount {
  /** Null when there is none yet. */
  readonly userId: UserId | null;
  /** Whether the provider's identity is the account's already; otherwise it is joined by its e-mail address. */
  readonly isKnown: boolean;
}

/** Finds, joins and opens the accounts of whom providers vouch for. */
@Injectable()
export class ProviderAccounts {
  constructor(
    private readonly identities: IdentitiesRepository,
    private readonly accounts: VouchedAccounts,
    private readonly addresses: ProvenAddresses,
    private readonly config: AccountsConfig,
  ) {}

  /** Refuses whom no account may be joined to or opened for. */
  async find(identity: VouchedIdentity, isInvited: boolean): Promise<FoundAccount> {
    const known = await this.identities.userOf(NO_TRANSACTION, identity);
    if (known !== null) return { userId: known, isKnown: true };
    // Before the address is looked for: nobody learns by it who has an account.
    if (identity.email === null) throw new IdentityRefused('email_missing');
    if (!identity.isEmailVerified) throw new IdentityRefused('email_not_verified');
    const account = await this.accounts.find(NO_TRANSACTION, identity.email);
    if (account === null) this.refuseNew(isInvited);
    return { userId: account?.id ?? null, isKnown: false };
  }

  /** The account, joined to the identity, or a new one of it. */
  async enter(
    tx: InTransaction<DatabaseContext>,
    identity: VouchedIdentity,
    { userId, isKnown }: FoundAccount,
  ): Promise<UserId> {
    const id = userId ?? (await this.open(tx, identity));
    if (userId !== null && !isKnown) await this.addresses.takeOver(tx, userId);
    // Somebody else's by now: another sign-in of the same person was faster with another account.
    if (!(await this.identities.keep(tx, identity, id))) throw new EmailTaken();
    return id;
  }

  private async open(tx: InTransaction<DatabaseContext>, identity: VouchedIdentity): Promise<UserId> {
    const email = identity.email!;
    const name = identity.name ?? email.slice(0, email.lastIndexOf('@'));
    const account = await this.accounts.open(tx, { name, email });
    if (account === null) throw new EmailTaken();
    await this.addresses.confirm(tx, account.id);
    return account.id;
  }

  private refuseNew(isInvited: boolean): void {
    const { registration } = this.config;
    if (registration === 'closed') throw new IdentityRefused('registration_closed');
    if (registration === 'invite' && !isInvited) throw new IdentityRefused('invitation_needed');
  }
}
