import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { UserId } from '../../kernel/ids';
import {
  type RevocationReason,
  CredentialRevocation,
  type GrantedAccessHolder,
} from '../../access/credential-revocation';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import { tokenTopic } from './personal-token.verifier';
import { TokensRepository } from './tokens.repository';

/**
 * Revokes the tokens of an account when the account is reassigned with its mailbox: its former owner created
 * them and still has them.
 */
@Injectable()
export class FormerOwnersTokensService implements GrantedAccessHolder, OnModuleInit {
  constructor(
    private readonly granted: CredentialRevocation,
    private readonly tokens: TokensRepository,
  ) {}

  onModuleInit(): void {
    this.granted.add(this);
  }

  async endAccessOf(
    tx: InTransaction<DatabaseContext>,
    userId: UserId,
    because: RevocationReason,
  ): Promise<void> {
    if (because !== 'mailbox') return;
    for (const id of await this.tokens.deleteAll(tx, userId)) tx.transaction.invalidate(tokenTopic(id));
  }
}
