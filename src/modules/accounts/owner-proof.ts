import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../kernel/app-error';
import type { UserId } from '../../kernel/ids';
import { NO_TRANSACTION } from '../../platform/database/database';
import { TooManyAttempts } from './accounts.errors';
import { CredentialAttemptsRepository } from './credential-attempts.repository';
import { PasswordHasher } from './password-hasher';
import { type RightCode, SecondFactorService } from './second-factor.service';
import { type UserCredentials, UsersRepository } from './users.repository';

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

  /** Answers the account as it was when the password was right. */
  async byPassword(userId: UserId, password: string, path: string): Promise<UserCredentials> {
    const refused = await this.attempts.take(userId, 'password');
    if (refused) throw new TooManyAttempts(refused.retryAfterSeconds);
    const user = await this.users.findById(NO_TRANSACTION, userId);
    const isRight = await this.hasher.verify(user?.passwordHash ?? null, password);
    if (user === null || !isRight) throw InvalidInput.at(path, 'This is not your password');
    await this.attempts.clear(NO_TRANSACTION, userId, 'password');
    return user;
  }
}
