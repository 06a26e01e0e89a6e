import { Injectable } from '@nestjs/common';
import { NotAuthenticated } from '../../access/access-errors';
import { authorize } from '../../access/policy';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import { liveUntil } from './tokens.policy';
import { TokensRepository } from './tokens.repository';

/** Bounds the lifetime of a credential by the token that creates it (contract §4). */
@Injectable()
export class CreatorExpiryService {
  constructor(private readonly tokens: TokensRepository) {}

  /**
   * The expiry of a new credential; null for none. A credential that a token creates expires with that token by default, and
   * never later. Locks the token, so that the credential is created before a revocation or not at all.
   */
  async bound(tx: InTransaction<CallContext>, requested: Date | null): Promise<Date | null> {
    const { credential } = tx.principal;
    if (credential.kind !== 'token') return requested;
    const creator = await this.tokens.expiry(tx, credential.id);
    if (creator === null) throw new NotAuthenticated();
    const expiresAt = requested ?? creator.expiresAt;
    authorize(liveUntil, creator, expiresAt);
    return expiresAt;
  }
}
