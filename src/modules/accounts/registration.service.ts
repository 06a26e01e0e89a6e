import { Injectable } from '@nestjs/common';
import { newId } from '../../kernel/ids';
import type { IncomingRequest } from '../../access/incoming-request';
import { AccountsConfig } from '../../platform/config/accounts.config';
import { NO_TRANSACTION } from '../../platform/database/database';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { NewOrganizationService } from '../organizations';
import { EmailTaken, RegistrationRefused } from './accounts.errors';
import { emailKey, trimmedEmail } from './email-address';
import { PasswordHasher } from './password-hasher';
import type { RegisterBody } from './register.body';
import { SessionsService } from './sessions.service';
import { UsersRepository } from './users.repository';

/** Opens accounts. */
@Injectable()
export class RegistrationService {
  constructor(
    private readonly config: AccountsConfig,
    private readonly hasher: PasswordHasher,
    private readonly transactions: TransactionRunner,
    private readonly users: UsersRepository,
    private readonly organizations: NewOrganizationService,
    private readonly sessions: SessionsService,
  ) {}

  /** An account with an organization of its own, signed in; all of it or nothing. */
  async register(request: IncomingRequest, body: RegisterBody) {
    const { registration } = this.config;
    if (registration !== 'open') throw new RegistrationRefused(registration);
    const passwordHash = await this.hasher.hash(body.password);
    return this.transactions.run(NO_TRANSACTION, async (tx) => {
      const id = newId('user');
      const email = trimmedEmail(body.email);
      const user = { id, name: body.name, email, emailKey: emailKey(email), passwordHash };
      if (!(await this.users.insert(tx, user))) throw new EmailTaken();
      const { person, setCookie } = await this.sessions.start(tx, id, passwordHash, request);
      const founder = { ...tx, requestId: request.id, person };
      const organization = await this.organizations.create(founder, {
        name: body.organizationName,
        slug: body.organizationSlug ?? undefined,
        slugPath: 'organizationSlug',
      });
      return { user: { id, email, name: body.name, avatar: null }, organization, setCookie };
    });
  }
}
