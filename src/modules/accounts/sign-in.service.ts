import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from '../../access/incoming-request';
import { TenantFinder } from '../../access/tenant-finder';
import { NO_TRANSACTION } from '../../platform/database/database';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Outbox } from '../../platform/jobs/outbox';
import type { Membership } from './account.read-model';
import { AccountService } from './account.service';
import { WrongPair } from './accounts.errors';
import { accountsEvents } from './accounts.events';
import { emailKey } from './email-address';
import { PasswordHasher } from './password-hasher';
import { SessionsService } from './sessions.service';
import type { SignInBody } from './sign-in.body';
import { UsersRepository } from './users.repository';

/** Signs people in by e-mail and password. */
@Injectable()
export class SignInService {
  constructor(
    private readonly users: UsersRepository,
    private readonly hasher: PasswordHasher,
    private readonly sessions: SessionsService,
    private readonly account: AccountService,
    private readonly tenants: TenantFinder,
    private readonly transactions: TransactionRunner,
    private readonly outbox: Outbox,
  ) {}

  async signIn(request: IncomingRequest, { email, password }: SignInBody) {
    const found = await this.users.findByEmail(NO_TRANSACTION, emailKey(email));
    const passwordHash = found?.passwordHash ?? null;
    const isRight = await this.hasher.verify(passwordHash, password);
    if (found === null || passwordHash === null || !isRight) throw new WrongPair();
    return this.transactions.run(NO_TRANSACTION, async (tx) => {
      const { person, setCookie } = await this.sessions.start(tx, found.id, passwordHash, request);
      const { memberships, ...user } = await this.account.get(tx, found.id);
      const here = await this.organizationHere(request, memberships);
      if (here !== undefined)
        await this.outbox.append({ ...tx, organizationId: here, person }, accountsEvents.signedIn(found.id));
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
