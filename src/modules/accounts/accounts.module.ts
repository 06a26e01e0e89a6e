import { Global, Module } from '@nestjs/common';
import { SessionVerifier } from '../../access/ports';
import { SessionJwt } from './session-jwt';
import { SessionUse } from './session-use';
import { CookieSessionVerifier } from './session-verifier';

@Global()
@Module({
  providers: [SessionJwt, SessionUse, { provide: SessionVerifier, useClass: CookieSessionVerifier }],
  exports: [SessionVerifier],
})
export class AccountsModule {}
