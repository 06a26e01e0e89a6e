import { Module } from '@nestjs/common';
import { ExpiredTokensSweep } from './expired-tokens.sweep';
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
    TokensController,
    TokensRepository,
    TokensService,
    TokenUse,
    PersonalTokenVerifier,
  ],
})
export class TokensModule {}
