import { Injectable } from '@nestjs/common';
import { renderSVG } from 'uqr';
import { InvalidInput } from '../../kernel/app-error';
import { clock } from '../../kernel/clock';
import type { UserId } from '../../kernel/ids';
import { NotAuthenticated } from '../../access/access-errors';
import type { PersonContext } from '../../access/principal';
import { HttpConfig } from '../../platform/config/http.config';
import { NO_TRANSACTION } from '../../platform/database/database';
import { SecondFactorEnabled } from './accounts.errors';
import { AuthenticatorKeys } from './authenticator-keys';
import { authenticatorLink } from './authenticator-link';
import { base32 } from './base32';
import { CredentialAttemptsRepository } from './credential-attempts.repository';
import { SecondFactorsRepository } from './second-factors.repository';
import { newTotpKey, stepOfCode } from './totp';
import { UsersRepository } from './users.repository';

/** A key that was shown this long ago may have been seen by others since. */
const LIFETIME_MS = 3_600_000;

/** Second factors that wait for a first code: it proves that the authenticator has the key. */
@Injectable()
export class PendingFactors {
  constructor(
    private readonly factors: SecondFactorsRepository,
    private readonly users: UsersRepository,
    private readonly attempts: CredentialAttemptsRepository,
    private readonly keys: AuthenticatorKeys,
    private readonly http: HttpConfig,
  ) {}

  /** A new key takes the place of one that was begun before. */
  async begin(context: PersonContext, userId: UserId) {
    const user = await this.users.findById(context, userId);
    if (user === null) throw new NotAuthenticated();
    const key = newTotpKey();
    const isBegun = await this.factors.begin(context, userId, this.keys.seal(key, userId), clock.now());
    if (!isBegun) throw new SecondFactorEnabled();
    const otpauthUri = authenticatorLink(key, user.email, new URL(this.http.publicUrl).hostname);
    return { secret: base32(key), otpauthUri, qrCode: renderSVG(otpauthUri) };
  }

  /** The key that this is a code of, and the code's step. Counts the attempt: never in a transaction. */
  async check(userId: UserId, code: string): Promise<{ sealedKey: string; step: number }> {
    await this.attempts.take(userId, 'second-factor');
    const factor = await this.factors.find(NO_TRANSACTION, userId);
    if (factor !== null && factor.enabledAt !== null) throw new SecondFactorEnabled();
    if (factor === null || Date.parse(factor.begunAt) <= clock.nowMs() - LIFETIME_MS)
      throw InvalidInput.at('code', 'Begin two-factor authentication first; a key is good for an hour');
    const key = this.keys.open(factor.sealedKey, userId);
    const step = stepOfCode(key, code.replaceAll(/[\s-]/g, ''), clock.nowMs(), factor.lastStep);
    if (step === null) throw InvalidInput.at('code', 'This is not the code of the new key');
    await this.attempts.clear(NO_TRANSACTION, userId, 'second-factor');
    return { sealedKey: factor.sealedKey, step };
  }
}
