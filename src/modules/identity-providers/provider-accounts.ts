import { Injectable, type OnModuleInit } from '@nestjs/common';
import { emailKey } from '../../kernel/email-key';
import type { UserId } from '../../kernel/ids';
import { type AccessEnd, GrantedAccess, type GrantedAccessHolder } from '../../access/granted-access';
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
export class ProviderAccounts implements GrantedAccessHolder, OnModuleInit {
  constructor(
    private readonly identities: IdentitiesRepository,
    private readonly accounts: VouchedAccounts,
    private readonly addresses: ProvenAddresses,
    private readonly config: AccountsConfig,
    private readonly granted: GrantedAccess,
  ) {}

  onModuleInit(): void {
    this.granted.add(this);
  }

  /** Refuses whom no account may be joined to or opened for. */
  async find(identity: VouchedIdentity, isInvited: boolean): Promise<FoundAccount> {
    const known = await this.identities.find(NO_TRANSACTION, identity);
    if (known?.isDisconnected) throw new IdentityRefused('provider_disconnected');
    if (known !== null) return { userId: known.userId, isKnown: true };
    // Before the address is looked for: nobody learns by it who has an account.
    if (identity.email === null) throw new IdentityRefused('email_missing');
    if (!identity.isEmailVerified) throw new IdentityRefused('email_not_verified');
    const account = await this.accounts.find(NO_TRANSACTION, identity.email);
    if (account === null) this.refuseNew(isInvited);
    else if (await this.identities.isDisconnected(NO_TRANSACTION, account.id, identity.provider))
      throw new IdentityRefused('provider_disconnected');
    return { userId: account?.id ?? null, isKnown: false };
  }

  /** The account, joined to the identity, or a new one of it. */
  async enter(
    tx: InTransaction<DatabaseContext>,
    identity: VouchedIdentity,
    { userId, isKnown }: FoundAccount,
  ): Promise<UserId> {
    if (userId !== null) await this.refuseMoved(tx, identity, { userId, isKnown });
    const id = userId ?? (await this.open(tx, identity));
    if (userId !== null && !isKnown) await this.addresses.takeOver(tx, userId);
    // Somebody else's by now: another sign-in of the same person was faster with another account.
    if (!(await this.identities.keep(tx, identity, id))) throw new EmailTaken();
    return id;
  }

  /** A provider's word is about a mailbox: what it joined to the account goes when that goes to another one. */
  async endAccessOf(tx: InTransaction<DatabaseContext>, userId: UserId, because: AccessEnd): Promise<void> {
    if (because === 'mailbox') await this.identities.forget(tx, userId);
  }

  /** Whoever comes in while the account is given to another mailbox would otherwise keep a key to it. */
  private async refuseMoved(
    tx: InTransaction<DatabaseContext>,
    identity: VouchedIdentity,
    { userId, isKnown }: { userId: UserId; isKnown: boolean },
  ): Promise<void> {
    const address = await this.accounts.holdEmail(tx, userId);
    const isStillTheirs = isKnown
      ? (await this.identities.find(tx, identity))?.userId === userId
      : address === emailKey(identity.email!);
    if (!isStillTheirs) throw new EmailTaken();
    // The account is locked by now: a provider that is taken off at this moment joins no other of its accounts.
    if (!isKnown && (await this.identities.isDisconnected(tx, userId, identity.provider)))
      throw new IdentityRefused('provider_disconnected');
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
