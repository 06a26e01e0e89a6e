import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from '../../../access/incoming-request';
import type { UserContext } from '../../../access/principal';
import { TenantFinder } from '../../../access/tenant-finder';
import { NO_TRANSACTION } from '../../../platform/database/database';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { Outbox } from '../../../platform/events/outbox';
import type { MembershipSummary } from '../profile/account.read-model';
import { AccountService } from '../profile/account.service';
import { accountsEvents } from '../accounts.events';
import { BreakGlassService } from './break-glass.service';
import type { RightCode } from '../two-factor/second-factor.service';
import { SignInAuditService } from './sign-in-audit.service';
import { type VerifiedUser, SessionsService } from '../sessions/sessions.service';

/** Additional work in the transaction of the sign-in. */
export interface SignInOptions {
  context: DatabaseContext;
  /** Runs as the user, before memberships are read. */
  enter(tx: InTransaction<UserContext>): Promise<void>;
}

const ALONE: SignInOptions = { context: NO_TRANSACTION, enter: () => Promise.resolve() };

/** Signs in a user who was verified with a password or by an identity provider. */
@Injectable()
export class CompleteSignInService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly account: AccountService,
    private readonly tenants: TenantFinder,
    private readonly transactions: TransactionRunner,
    private readonly outbox: Outbox,
    private readonly audit: SignInAuditService,
    private readonly breakGlass: BreakGlassService,
  ) {}

  /** `code` is the verified code of the account's second factor and is consumed; null if none was required. */
  signIn(
    request: IncomingRequest,
    proven: VerifiedUser,
    code: RightCode | null,
    { context, enter }: SignInOptions = ALONE,
  ) {
    return this.transactions.run(context, async (tx) => {
      if (code !== null) await code.use(tx);
      const { person, setCookie } = await this.sessions.begin(tx, proven, request);
      await enter({ ...tx, requestId: request.id, person });
      const account = await this.account.get(tx, person.userId);
      const { memberships, updatedAt: _updatedAt, ...user } = account;
      const here = await this.organizationHere(request, memberships);
      if (here !== undefined)
        await this.outbox.append(
          { ...tx, organizationId: here, person },
          accountsEvents.signedIn.create({ userId: user.id }),
        );
      await this.audit.done(tx, request, person, 'auth.signin', here);
      await this.breakGlass.note(tx, person, memberships, here);
      return { user, memberships, setCookie };
    });
  }

  /** The organization of the host, if the user is an active member there: its audit log records the sign-in. */
  private async organizationHere(request: IncomingRequest, memberships: MembershipSummary[]) {
    const named = await this.tenants.named(request);
    if (named.kind !== 'tenant') return undefined;
    const { organizationId } = named.tenant;
    return memberships.find((membership) => membership.organizationId === organizationId)?.organizationId;
  }
}
