import { Global, Module } from '@nestjs/common';
import { TokenVerifier } from '../../access/ports';
import { TokenUse } from './token-use';
import { PersonalTokenVerifier } from './token-verifier';

@Global()
@Module({
  providers: [TokenUse, { provide: TokenVerifier, useClass: PersonalTokenVerifier }],
  exports: [TokenVerifier],
})
export class TokensModule {}
