import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../kernel/app-error';
import { clock } from '../../kernel/clock';
import type { UserId } from '../../kernel/ids';
import type { Person } from '../../access/principal';
import { NO_TRANSACTION } from '../../platform/database/database';
import { OwnerProofNeeded } from './accounts.errors';
import { CredentialAttemptsRepository } from './credential-attempts.repository';
import { PasswordHasher } from './password-hasher';
import { type RightCode, SecondFactorService } from './second-factor.service';
import { sessionOf } from './session-of';
import { SessionsRepository } from './sessions.repository';
import { type UserCredentials, UsersRepository } from './users.repository';

/** Who has just signed in needs not do it again: nobody else is likely to have their browser already. */
const FRESH_MS = 10 * 60_000;

/** What a signed-in person gives to show that it is still them, and no stranger at their open browser. */
export interface OwnerEvidence {
  code?: string | undefined;
  password?: string | undefined;
}

const NOTHING_TO_USE: RightCode = { use: () => Promise.resolve() };

/** Asks again for what a session was begun with. Wrong answers are counted by person, and slow: never in a transaction. */
@Injectable()
export class OwnerProof {
  constructor(
    private readonly users: UsersRepository,
    private readonly hasher: PasswordHasher,
    private readonly attempts: CredentialAttemptsRepository,
    private readonly secondFactor: SecondFactorService,
    private readonly sessions: SessionsRepository,
  ) {}

  async by(userId: UserId, { code, password }: OwnerEvidence): Promise<RightCode> {
    if (code !== undefined) {
      const right = await this.secondFactor.check(userId, code);
      if (right === null) throw InvalidInput.at('code', 'This code is wrong or was used already');
      return right;
    }
    await this.byPassword(userId, password!, 'password');
    return NOTHING_TO_USE;
  }

  /** By the password, or by having begun the session just now: the way of accounts that have no password. */
  async byPasswordOrSignIn(person: Person, password: string | undefined): Promise<void> {
    const { userId } = person;
    if (password !== undefined) {
      await this.byPassword(userId, password, 'password');
      return;
    }
    const since = new Date(clock.nowMs() - FRESH_MS);
    if (!(await this.sessions.isBegunSince(NO_TRANSACTION, sessionOf(person), userId, since)))
      throw new OwnerProofNeeded();
  }

  /** Answers the account as it was when the password was right. */
  async byPassword(userId: UserId, password: string, path: string): Promise<UserCredentials> {
    await this.attempts.take(userId, 'password');
    const user = await this.users.findById(NO_TRANSACTION, userId);
    const isRight = await this.hasher.verify(user?.passwordHash ?? null, password);
    if (user === null || !isRight) throw InvalidInput.at(path, 'This is not your password');
    await this.attempts.clear(NO_TRANSACTION, userId, 'password');
    return user;
  }
}
