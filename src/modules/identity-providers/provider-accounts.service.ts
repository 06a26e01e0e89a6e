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

/** The account of a verified identity. */
export interface FoundAccount {
  /** Null if there is no account yet. */
  readonly userId: UserId | null;
  /** Whether the identity is already connected to the account; otherwise they are matched by e-mail address. */
  readonly isKnown: boolean;
}

/** Finds, connects and creates the accounts of verified identities. */
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

  /** Throws if the identity can neither be connected to an account nor create one. */
  async find(identity: VerifiedIdentity, isInvited: boolean): Promise<FoundAccount> {
    const known = await this.identities.find(NO_TRANSACTION, identity);
    if (known?.isDisconnected) throw new IdentityRejected('provider_disconnected');
    if (known !== null) return { userId: known.userId, isKnown: true };
    // Checked before the address is looked up, so that the response does not reveal whether an account exists.
    if (identity.email === null) throw new IdentityRejected('email_missing');
    if (!identity.isEmailVerified) throw new IdentityRejected('email_not_verified');
    const account = await this.accounts.find(NO_TRANSACTION, identity.email);
    if (account === null) this.rejectNew(isInvited);
    else if (await this.identities.isDisconnected(NO_TRANSACTION, account.id, identity.provider))
      throw new IdentityRejected('provider_disconnected');
    return { userId: account?.id ?? null, isKnown: false };
  }

  /** Connects the identity to its account, or creates an account. */
  async enter(
    tx: InTransaction<DatabaseContext>,
    identity: VerifiedIdentity,
    { userId, isKnown }: FoundAccount,
  ): Promise<UserId> {
    if (userId !== null) await this.rejectMoved(tx, identity, { userId, isKnown });
    const id = userId ?? (await this.open(tx, identity));
    if (userId !== null && !isKnown) await this.addresses.takeOver(tx, userId);
    // A concurrent sign-in with the same identity connected it to another account.
    if (!(await this.identities.keep(tx, identity, id))) throw new EmailTaken();
    return id;
  }

  /** A provider verifies a mailbox: when the account is reassigned to another mailbox, its identities are deleted. */
  async endAccessOf(
    tx: InTransaction<DatabaseContext>,
    userId: UserId,
    because: RevocationReason,
  ): Promise<void> {
    if (because === 'mailbox') await this.identities.forget(tx, userId);
  }

  /** Otherwise a user who signs in while the account is reassigned to another mailbox would keep access. */
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
    // Checked after the account is locked: a provider that is being disconnected must not connect another of its
    // accounts.
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
