import { Injectable, type OnModuleInit } from '@nestjs/common';
import { emailKey } from '../../kernel/email-key';
import type { UserId } from '../../kernel/ids';
import {
  type RevocationReason,
  CredentialRevocation,
  type GrantedAccessHolder,
} from '../../access/credential-revocation';
import { AccountsConfig } from '../../platform/config/accounts.config';
import { NO_TRANSACTION } from '../../platform/database/database';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import { EmailTaken, VerifiedEmailsService, FederatedAccountsService } from '../accounts';
import { IdentitiesRepository } from './identities.repository';
import { IdentityRejected } from './identity-providers.errors';
import type { VerifiedIdentity } from './verified-identity';

/** The account of someone whom a provider vouches for. */
export interface FoundAccount {
  /** Null when there is none yet. */
  readonly userId: UserId | null;
  /** Whether the provider's identity is the account's already; otherwise it is joined by its e-mail address. */
  readonly isKnown: boolean;
}

/** Finds, joins and opens the accounts of whom providers vouch for. */
@Injectable()
export class ProviderAccountsService implements GrantedAccessHolder, OnModuleInit {
  constructor(
    private readonly identities: IdentitiesRepository,
    private readonly accounts: FederatedAccountsService,
    private readonly addresses: VerifiedEmailsService,
    private readonly config: AccountsConfig,
    private readonly granted: CredentialRevocation,
  ) {}

  onModuleInit(): void {
    this.granted.add(this);
  }

  /** Rejects whom no account may be joined to or opened for. */
  async find(identity: VerifiedIdentity, isInvited: boolean): Promise<FoundAccount> {
    const known = await this.identities.find(NO_TRANSACTION, identity);
    if (known?.isDisconnected) throw new IdentityRejected('provider_disconnected');
    if (known !== null) return { userId: known.userId, isKnown: true };
    // Before the address is looked for: no one learns by it who has an account.
    if (identity.email === null) throw new IdentityRejected('email_missing');
    if (!identity.isEmailVerified) throw new IdentityRejected('email_not_verified');
    const account = await this.accounts.find(NO_TRANSACTION, identity.email);
    if (account === null) this.rejectNew(isInvited);
    else if (await this.identities.isDisconnected(NO_TRANSACTION, account.id, identity.provider))
      throw new IdentityRejected('provider_disconnected');
    return { userId: account?.id ?? null, isKnown: false };
  }

  /** The account, joined to the identity, or a new one of it. */
  async enter(
    tx: InTransaction<DatabaseContext>,
    identity: VerifiedIdentity,
    { userId, isKnown }: FoundAccount,
  ): Promise<UserId> {
    if (userId !== null) await this.rejectMoved(tx, identity, { userId, isKnown });
    const id = userId ?? (await this.open(tx, identity));
    if (userId !== null && !isKnown) await this.addresses.takeOver(tx, userId);
    // Another user's by now: another sign-in of the same person was faster with another account.
    if (!(await this.identities.keep(tx, identity, id))) throw new EmailTaken();
    return id;
  }

  /** A provider's word is about a mailbox: what it joined to the account goes when that goes to another one. */
  async endAccessOf(
    tx: InTransaction<DatabaseContext>,
    userId: UserId,
    because: RevocationReason,
  ): Promise<void> {
    if (because === 'mailbox') await this.identities.forget(tx, userId);
  }

  /** A user who signs in while the account is reassigned to another mailbox would otherwise keep access. */
  private async rejectMoved(
    tx: InTransaction<DatabaseContext>,
    identity: VerifiedIdentity,
    { userId, isKnown }: { userId: UserId; isKnown: boolean },
  ): Promise<void> {
    const address = await this.accounts.lockEmail(tx, userId);
    const isStillTheirs = isKnown
      ? (await this.identities.find(tx, identity))?.userId === userId
      : address === emailKey(identity.email!);
    if (!isStillTheirs) throw new EmailTaken();
    // The account is locked by now: a provider that is taken off at this moment joins no other of its accounts.
    if (!isKnown && (await this.identities.isDisconnected(tx, userId, identity.provider)))
      throw new IdentityRejected('provider_disconnected');
  }

  private async open(tx: InTransaction<DatabaseContext>, identity: VerifiedIdentity): Promise<UserId> {
    const email = identity.email!;
    const name = identity.name ?? email.slice(0, email.lastIndexOf('@'));
    const account = await this.accounts.open(tx, { name, email });
    if (account === null) throw new EmailTaken();
    await this.addresses.confirm(tx, account.id);
    return account.id;
  }

  private rejectNew(isInvited: boolean): void {
    const { registration } = this.config;
    if (registration === 'closed') throw new IdentityRejected('registration_closed');
    if (registration === 'invite' && !isInvited) throw new IdentityRejected('invitation_needed');
  }
}
