import { Global, Module } from '@nestjs/common';
import { SessionVerifier } from '../../access/ports';
import { OrganizationsModule } from '../organizations';
import { AccountReadModel } from './account.read-model';
import { AccountService } from './account.service';
import { AccountsController } from './accounts.controller';
import { ExpiredPasswordResetsSweep } from './expired-password-resets.sweep';
import { ExpiredSessionsSweep } from './expired-sessions.sweep';
import { NewAccountService } from './new-account.service';
import { PasswordHasher } from './password-hasher';
import { PasswordResetHttpController } from './password-reset.http.controller';
import { PasswordResetService } from './password-reset.service';
import { PasswordResetsRepository } from './password-resets.repository';
import { RegistrationService } from './registration.service';
import { SendPasswordReset } from './send-password-reset.job';
import { SessionCookie } from './session-cookie';
import { SessionJwt } from './session-jwt';
import { SessionUse } from './session-use';
import { CookieSessionVerifier } from './session-verifier';
import { SessionsRepository } from './sessions.repository';
import { SessionsService } from './sessions.service';
import { SignInHttpController } from './sign-in.http.controller';
import { SignInService } from './sign-in.service';
import { SignOutService } from './sign-out.service';
import { UsersRepository } from './users.repository';

@Global()
@Module({
  imports: [OrganizationsModule],
  controllers: [PasswordResetHttpController, SignInHttpController],
  providers: [
    AccountReadModel,
    AccountService,
    AccountsController,
    ExpiredPasswordResetsSweep,
    ExpiredSessionsSweep,
    NewAccountService,
    PasswordHasher,
    PasswordResetService,
    PasswordResetsRepository,
    RegistrationService,
    SendPasswordReset,
    SessionCookie,
    SessionJwt,
    SessionUse,
    SessionsRepository,
    SessionsService,
    SignInService,
    SignOutService,
    UsersRepository,
    { provide: SessionVerifier, useClass: CookieSessionVerifier },
  ],
  exports: [SessionVerifier],
})
export class AccountsModule {}
