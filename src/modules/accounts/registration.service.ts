import { Injectable } from '@nestjs/common';
import type { IncomingRequest } from '../../access/incoming-request';
import { AccountsConfig } from '../../platform/config/accounts.config';
import { NO_TRANSACTION } from '../../platform/database/database';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { NewOrganizationService } from '../organizations';
import { RegistrationRefused } from './accounts.errors';
import { NewAccountService } from './new-account.service';
import { PasswordHasher } from './password-hasher';
import type { RegisterBody } from './register.body';
import { SessionsService } from './sessions.service';

/** Opens accounts. */
@Injectable()
export class RegistrationService {
  constructor(
    private readonly config: AccountsConfig,
    private readonly hasher: PasswordHasher,
    private readonly transactions: TransactionRunner,
    private readonly accounts: NewAccountService,
    private readonly organizations: NewOrganizationService,
    private readonly sessions: SessionsService,
  ) {}

  /** An account with an organization of its own, signed in; all of it or nothing. */
  async register(request: IncomingRequest, body: RegisterBody) {
    const { registration } = this.config;
    if (registration !== 'open') throw new RegistrationRefused(registration);
    const passwordHash = await this.hasher.hash(body.password);
    return this.transactions.run(NO_TRANSACTION, async (tx) => {
      const { name } = body;
      const { id, email } = await this.accounts.open(tx, { name, email: body.email, passwordHash });
      const { person, setCookie } = await this.sessions.start(tx, id, passwordHash, request);
      const founder = { ...tx, requestId: request.id, person };
      const organization = await this.organizations.create(founder, {
        name: body.organizationName,
        slug: body.organizationSlug ?? undefined,
        slugPath: 'organizationSlug',
      });
      return { user: { id, email, name, avatar: null }, organization, setCookie };
    });
  }
}
