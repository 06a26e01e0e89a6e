import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from '../../access/incoming-request';
import type { PersonContext } from '../../access/principal';
import { TenantFinder } from '../../access/tenant-finder';
import { NO_TRANSACTION } from '../../platform/database/database';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Outbox } from '../../platform/jobs/outbox';
import type { Membership } from './account.read-model';
import { AccountService } from './account.service';
import { accountsEvents } from './accounts.events';
import { BreakGlass } from './break-glass';
import type { RightCode } from './second-factor.service';
import { SignInAudit } from './sign-in-audit';
import { type ProvenPerson, SessionsService } from './sessions.service';

/** What else belongs to a sign-in, in one transaction with it. */
export interface SignInOccasion {
  context: DatabaseContext;
  /** Done as the person, before it is asked where they are a member. */
  enter(tx: InTransaction<PersonContext>): Promise<void>;
}

const ALONE: SignInOccasion = { context: NO_TRANSACTION, enter: () => Promise.resolve() };

/** Signs in whoever has proved who they are, by password or by somebody who vouches for them. */
@Injectable()
export class ProvenSignInService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly account: AccountService,
    private readonly tenants: TenantFinder,
    private readonly transactions: TransactionRunner,
    private readonly outbox: Outbox,
    private readonly audit: SignInAudit,
    private readonly breakGlass: BreakGlass,
  ) {}

  /** `code` is the right code of the account's second factor, which is used up by this; null when none was asked. */
  signIn(
    request: IncomingRequest,
    proven: ProvenPerson,
    code: RightCode | null,
    { context, enter }: SignInOccasion = ALONE,
  ) {
    return this.transactions.run(context, async (tx) => {
      if (code !== null) await code.use(tx);
      const { person, setCookie } = await this.sessions.begin(tx, proven, request);
      await enter({ ...tx, requestId: request.id, person });
      const { memberships, updatedAt: _updatedAt, ...user } = await this.account.get(tx, person.userId);
      const here = await this.organizationHere(request, memberships);
      if (here !== undefined)
        await this.outbox.append({ ...tx, organizationId: here, person }, accountsEvents.signedIn(user.id));
      await this.audit.done(tx, request, person, 'auth.signin', here);
      await this.breakGlass.note(tx, person, memberships, here);
      return { user, memberships, setCookie };
    });
  }

  /** The organization of the host, if the person is an active member there: its audit knows of the sign-in. */
  private async organizationHere(request: IncomingRequest, memberships: Membership[]) {
    const named = await this.tenants.named(request);
    if (named.kind !== 'tenant') return undefined;
    const { organizationId } = named.tenant;
    return memberships.find((membership) => membership.organizationId === organizationId)?.organizationId;
  }
}
