import { Injectable } from '@nestjs/common';
import { renderSVG } from 'uqr';
import { InvalidInput } from '../../../kernel/app-error';
import { clock } from '../../../kernel/clock';
import type { UserId } from '../../../kernel/ids';
import { NotAuthenticated } from '../../../access/access-errors';
import type { UserContext } from '../../../access/principal';
import { HttpConfig } from '../../../platform/config/http.config';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { SecondFactorEnabled } from '../accounts.errors';
import { AuthenticatorKeysService } from './authenticator-keys.service';
import { CredentialAttemptsRepository } from '../sign-in/credential-attempts.repository';
import { SecondFactorsRepository } from './second-factors.repository';
import { authenticatorLink, newTotpKey, stepOfCode, totpKeyText } from './totp';
import { UsersRepository } from '../users.repository';

/** The time within which a displayed key must be confirmed. */
const LIFETIME_MS = 3_600_000;

/** Second factors that await their first code, which proves that the authenticator has the key. */
@Injectable()
export class PendingFactorsService {
  constructor(
    private readonly factors: SecondFactorsRepository,
    private readonly users: UsersRepository,
    private readonly attempts: CredentialAttemptsRepository,
    private readonly keys: AuthenticatorKeysService,
    private readonly http: HttpConfig,
  ) {}

  /** A new key replaces a pending one. */
  async begin(context: UserContext, userId: UserId) {
    const user = await this.users.findById(context, userId);
    if (user === null) throw new NotAuthenticated();
    const key = newTotpKey();
    const isBegun = await this.factors.begin(context, userId, this.keys.seal(key, userId), clock.now());
    if (!isBegun) throw new SecondFactorEnabled();
    const otpauthUri = authenticatorLink(key, user.email, new URL(this.http.publicUrl).hostname);
    return { secret: totpKeyText(key), otpauthUri, qrCode: renderSVG(otpauthUri) };
  }

  /** The key that the code matches, and the code's step. Counts the attempt: never call this in a transaction. */
  async check(userId: UserId, code: string): Promise<{ sealedKey: string; step: number }> {
    await this.attempts.take(userId, 'second-factor');
    const factor = await this.factors.find(NO_TRANSACTION, userId);
    if (factor !== null && factor.enabledAt !== null) throw new SecondFactorEnabled();
    if (factor === null || factor.startedAt.getTime() <= clock.nowMs() - LIFETIME_MS)
      throw InvalidInput.at('code', 'Begin two-factor authentication first; a key is good for an hour');
    const key = this.keys.open(factor.sealedKey, userId);
    const step = stepOfCode(key, code.replaceAll(/[\s-]/g, ''), clock.nowMs(), factor.lastStep);
    if (step === null) throw InvalidInput.at('code', 'This is not the code of the new key');
    await this.attempts.clear(NO_TRANSACTION, userId, 'second-factor');
    return { sealedKey: factor.sealedKey, step };
  }
}
