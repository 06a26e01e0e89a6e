import { Injectable } from '@nestjs/common';
import { AppError } from '../../kernel/app-error';
import { emailKey } from '../../kernel/email-key';
import type { IncomingRequest } from '../../access/incoming-request';
import { NO_TRANSACTION } from '../../platform/database/database';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import {
  CompleteSignInService,
  type RightCode,
  SecondFactorService,
  SsoEnforcementService,
} from '../accounts';
import { InvitationAcceptanceService } from '../members';
import { ProviderAccountsService } from './provider-accounts.service';
import { ProviderSignInAuditService } from './provider-sign-in-audit.service';
import type { VerifiedIdentity } from './verified-identity';

/** A verified identity that is signing in. */
export interface PendingSignIn {
  readonly identity: VerifiedIdentity;
  readonly continueTo: string;
  /** The token of the invitation that the user follows. */
  readonly invitation: string | null;
}

/** Signs in users with a verified identity. */
@Injectable()
export class ProviderSignInService {
  constructor(
    private readonly accounts: ProviderAccountsService,
    private readonly secondFactor: SecondFactorService,
    private readonly proven: CompleteSignInService,
    private readonly invitations: InvitationAcceptanceService,
    private readonly transactions: TransactionRunner,
    private readonly audit: ProviderSignInAuditService,
    private readonly ssoEnforcement: SsoEnforcementService,
  ) {}

  /** Returns the session's `Set-Cookie` header. An account with a second factor requires its code. */
  async signIn(request: IncomingRequest, pending: PendingSignIn, code: string | null): Promise<string> {
    const { identity, invitation } = pending;
    let found;
    try {
      found = await this.accounts.find(identity, invitation !== null);
      await this.ssoEnforcement.check(request, found.userId);
      const rightCode = found.userId === null ? null : await this.secondFactor.ask(found.userId, code);
      return await this.enter(request, pending, found, rightCode);
    } catch (rejection) {
      await this.audit.rejected(request, identity, rejection, found?.userId ?? null);
      throw rejection;
    }
  }

  private enter(
    request: IncomingRequest,
    { identity, invitation }: PendingSignIn,
    found: Awaited<ReturnType<ProviderAccountsService['find']>>,
    rightCode: RightCode | null,
  ): Promise<string> {
    return this.transactions.run(NO_TRANSACTION, async (tx) => {
      const userId = await this.accounts.enter(tx, identity, found);
      const condition = { passwordHash: null, isSecondFactorSettled: rightCode !== null };
      const proven = { userId, method: 'provider', condition } as const;
      const { setCookie } = await this.proven.signIn(request, proven, rightCode, {
        context: tx,
        enter: async (inside) => {
          if (invitation === null) return;
          // The invitation was mailed to one address, which the provider must have verified.
          if (!identity.isEmailVerified)
            throw new AppError('FORBIDDEN', 'Your e-mail address is not verified');
          await this.invitations.accept(inside, invitation, { userId, emailKey: emailKey(identity.email!) });
        },
      });
      return setCookie;
    });
  }
}
