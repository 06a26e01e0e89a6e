import { Global, Module } from '@nestjs/common';
import { TokenVerifier } from '../../access/ports';
import { ExpiredTokensSweep } from './expired-tokens.sweep';
import { TokenUse } from './token-use';
import { PersonalTokenVerifier } from './token-verifier';
import { TokensController } from './tokens.controller';
import { TokensHttpController } from './tokens.http.controller';
import { TokensRepository } from './tokens.repository';
import { TokensService } from './tokens.service';

@Global()
@Module({
  controllers: [TokensHttpController],
  providers: [
    ExpiredTokensSweep,
    TokensController,
    TokensRepository,
    TokensService,
    TokenUse,
    { provide: TokenVerifier, useClass: PersonalTokenVerifier },
  ],
  exports: [TokenVerifier],
})
export class TokensModule {}
