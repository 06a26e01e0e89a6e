import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { UserId } from '../../kernel/ids';
import { type AccessEnd, GrantedAccess, type GrantedAccessHolder } from '../../access/granted-access';
import type { DatabaseContext, InTransaction } from '../../platform/database/transaction';
import { tokenTopic } from './token-verifier';
import { TokensRepository } from './tokens.repository';

/** Ends the tokens of an account that comes to whoever has its mailbox: somebody else has made them, and keeps them. */
@Injectable()
export class FormerOwnersTokens implements GrantedAccessHolder, OnModuleInit {
  constructor(
    private readonly granted: GrantedAccess,
    private readonly tokens: TokensRepository,
  ) {}

  onModuleInit(): void {
    this.granted.add(this);
  }

  async endAccessOf(tx: InTransaction<DatabaseContext>, userId: UserId, because: AccessEnd): Promise<void> {
    if (because !== 'mailbox') return;
    for (const id of await this.tokens.deleteAll(tx, userId)) tx.transaction.touch(tokenTopic(id));
  }
}
