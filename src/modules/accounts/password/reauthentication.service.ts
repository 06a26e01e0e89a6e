import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import { clock } from '../../../kernel/clock';
import type { UserId } from '../../../kernel/ids';
import type { AuthenticatedUser } from '../../../access/principal';
import {
  Reauthentication,
  type UserEvidence,
  type UserProof,
} from '../../../access/sessions/reauthentication';
import { NO_TRANSACTION } from '../../../platform/database/database';
import type { DatabaseContext } from '../../../platform/database/transaction';
import { OwnerProofNeeded } from '../accounts.errors';
import { CredentialAttemptsRepository } from '../sign-in/credential-attempts.repository';
import { PasswordHasherService } from './password-hasher.service';
import { type RightCode, SecondFactorService } from '../two-factor/second-factor.service';
import { sessionOf } from '../sessions/session-of';
import { SessionsRepository } from '../sessions/sessions.repository';
import { type UserCredentials, UsersRepository } from '../users.repository';

/** A recent sign-in counts as reauthentication. */
const FRESH_MS = 10 * 60_000;

const NOTHING_TO_USE: RightCode = { use: () => Promise.resolve() };

/**
 * Repeats the check with which the session was started. Failed attempts are counted per user, and checks are
 * slow: never call this in a transaction.
 */
@Injectable()
export class ReauthenticationService extends Reauthentication {
  constructor(
    private readonly users: UsersRepository,
    private readonly hasher: PasswordHasherService,
    private readonly attempts: CredentialAttemptsRepository,
    private readonly secondFactor: SecondFactorService,
    private readonly sessions: SessionsRepository,
  ) {
    super();
  }

  async check(person: AuthenticatedUser, { code, password }: UserEvidence): Promise<UserProof> {
    if (person.credential.kind !== 'session') return NOTHING_TO_USE;
    if (code !== undefined) return this.by(person.userId, { code });
    await this.byPasswordOrSignIn(person, password);
    return NOTHING_TO_USE;
  }

  async by(userId: UserId, { code, password }: UserEvidence): Promise<RightCode> {
    if (code !== undefined) {
      const right = await this.secondFactor.check(userId, code);
      if (right === null) throw InvalidInput.at('code', 'This code is wrong or was already used');
      return right;
    }
    await this.byPassword(userId, password!, 'password');
    return NOTHING_TO_USE;
  }

  /** With the password, or with a session that was just started: the method for accounts without a password. */
  async byPasswordOrSignIn(person: AuthenticatedUser, password: string | undefined): Promise<void> {
    const { userId } = person;
    if (password !== undefined) {
      await this.byPassword(userId, password, 'password');
      return;
    }
    const since = new Date(clock.nowMs() - FRESH_MS);
    if (!(await this.sessions.isBegunSince(NO_TRANSACTION, sessionOf(person), userId, since)))
      throw new OwnerProofNeeded();
  }

  /** Whether the session of the user is stored; its age does not matter. */
  isDirectSession(context: DatabaseContext, person: AuthenticatedUser): Promise<boolean> {
    return this.sessions.isBegunSince(context, sessionOf(person), person.userId, new Date(0));
  }

  /** Returns the account as it was when the password was right. */
  async byPassword(userId: UserId, password: string, path: string): Promise<UserCredentials> {
    await this.attempts.take(userId, 'password');
    const user = await this.users.findById(NO_TRANSACTION, userId);
    const isRight = await this.hasher.verify(user?.passwordHash ?? null, password);
    if (user === null || !isRight) throw InvalidInput.at(path, 'This is not your password');
    await this.attempts.clear(NO_TRANSACTION, userId, 'password');
    return user;
  }
}
