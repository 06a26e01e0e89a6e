import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { UserContext } from '../../access/principal';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { SUCCESS } from '../../rpc/schema';
import {
  AccountNoticesService,
  ReauthenticationService,
  PasswordAccessService,
  sessionOf,
} from '../accounts';
import { RecordNotFound } from '../hierarchy';
import { IdentitiesRepository } from './identities.repository';
import { LastSignInMethod } from './identity-providers.errors';
import type { ProviderName } from './provider';
import { ProvidersService } from './providers.service';

interface NamedProvider {
  provider: ProviderName;
  password?: string | undefined;
}

/** Lists, disconnects and reconnects the caller's sign-in providers. */
@Injectable()
export class OwnIdentitiesService {
  constructor(
    private readonly identities: IdentitiesRepository,
    private readonly providers: ProvidersService,
    private readonly proof: ReauthenticationService,
    private readonly passwords: PasswordAccessService,
    private readonly notices: AccountNoticesService,
    private readonly transactions: TransactionRunner,
  ) {}

  async list(context: UserContext) {
    const rows = await this.identities.listOf(context, context.person.userId);
    return {
      identities: rows.map((row) => {
        const offered = this.providers.find(row.provider);
        return { ...row, name: offered?.label ?? row.provider, isOffered: offered !== undefined };
      }),
    };
  }

  /**
   * Revokes the same sessions and credentials as a password change: an attacker may have signed in with the provider.
   */
  async prepareRemoval(context: UserContext, { provider, password }: NamedProvider) {
    await this.proof.byPasswordOrSignIn(context.person, password);
    const { userId } = context.person;
    const except = sessionOf(context.person);
    return (inside: UserContext) =>
      this.transactions.run(inside, async (tx) => {
        const hasPassword = await this.passwords.lock(tx, userId);
        const ways = (await this.identities.listOf(tx, userId)).filter((way) => way.disconnectedAt === null);
        if (!ways.some((way) => way.provider === provider)) throw new RecordNotFound('identity');
        const others = ways.filter((way) => way.provider !== provider && this.providers.find(way.provider));
        if (!hasPassword && others.length === 0) throw new LastSignInMethod();
        await this.identities.disconnect(tx, userId, provider, clock.now());
        await this.passwords.end(tx, userId, { notice: 'provider-disconnected', except });
        return SUCCESS;
      });
  }

  async prepareRestore(context: UserContext, { provider, password }: NamedProvider) {
    await this.proof.byPasswordOrSignIn(context.person, password);
    const { userId } = context.person;
    return (inside: UserContext) =>
      this.transactions.run(inside, async (tx) => {
        if (!(await this.identities.reconnect(tx, userId, provider))) throw new RecordNotFound('identity');
        await this.notices.send(tx, userId, 'provider-restored');
        return SUCCESS;
      });
  }
}
