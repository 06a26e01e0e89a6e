import { Module } from '@nestjs/common';
import { ExpiredTokensSweep } from './expired-tokens.sweep';
import { FormerOwnersTokens } from './former-owners-tokens';
import { LeakedTokensService } from './leaked-tokens.service';
import { SendLeakedTokenNotice } from './send-leaked-token-notice.job';
import { TokenOwnerReadModel } from './token-owner.read-model';
import { TokenUse } from './token-use';
import { PersonalTokenVerifier } from './token-verifier';
import { TokensController } from './tokens.controller';
import { TokensHttpController } from './tokens.http.controller';
import { TokensRepository } from './tokens.repository';
import { TokensService } from './tokens.service';

@Module({
  controllers: [TokensHttpController],
  providers: [
    ExpiredTokensSweep,
    FormerOwnersTokens,
    LeakedTokensService,
    SendLeakedTokenNotice,
    TokenOwnerReadModel,
    TokensController,
    TokensRepository,
    TokensService,
    TokenUse,
    PersonalTokenVerifier,
  ],
})
export class TokensModule {}
