import { Global, Module } from '@nestjs/common';
import { SessionVerifier } from '../../access/ports';
import { OrganizationsModule } from '../organizations';
import { AccountNotices } from './account-notices';
import { AuthenticatorKeys } from './authenticator-keys';
import { BreakGlass } from './break-glass';
import { CredentialAttemptsRepository } from './credential-attempts.repository';
import { OwnerProof } from './owner-proof';
import { OwnSessionsService } from './own-sessions.service';
import { PasswordChangeService } from './password-change.service';
import { PendingFactors } from './pending-factors';
import { ProvenAddresses } from './proven-addresses.service';
import { ProvisionedAccountsRepository } from './provisioned-accounts.repository';
import { ProvisionedAccounts } from './provisioned-accounts.service';
import { ProvenSignInService } from './proven-sign-in.service';
import { RecoveryCodesRepository } from './recovery-codes.repository';
import { SecondFactorService } from './second-factor.service';
import { SecondFactorsRepository } from './second-factors.repository';
import { SendAccountNotice } from './send-account-notice.job';
import { SessionsController } from './sessions.controller';
import { TwoFactorController } from './two-factor.controller';
import { TwoFactorService } from './two-factor.service';
import { AccountReadModel } from './account.read-model';
import { AccountService } from './account.service';
import { AccountsController } from './accounts.controller';
import { ExpiredPasswordResetsSweep } from './expired-password-resets.sweep';
import { ExpiredSessionsSweep } from './expired-sessions.sweep';
import { NewAccountService } from './new-account.service';
import { PasswordAccess } from './password-access';
import { PasswordHasher } from './password-hasher';
import { PasswordResetHttpController } from './password-reset.http.controller';
import { PasswordResetService } from './password-reset.service';
import { PasswordResetsRepository } from './password-resets.repository';
import { RegistrationPlace } from './registration-place.service';
import { RegistrationService } from './registration.service';
import { ResealSecondFactors } from './reseal-second-factors.sweep';
import { SendPasswordReset } from './send-password-reset.job';
import { SessionCookie } from './session-cookie';
import { SessionJwt } from './session-jwt';
import { SessionUse } from './session-use';
import { CookieSessionVerifier } from './session-verifier';
import { SessionsRepository } from './sessions.repository';
import { SessionsService } from './sessions.service';
import { SignedOnSessionsEnd } from './signed-on-sessions-end';
import { SignInAudit } from './sign-in-audit';
import { SignInHttpController } from './sign-in.http.controller';
import { SignInService } from './sign-in.service';
import { SignOnDuty } from './sign-on-duty';
import { SignOutService } from './sign-out.service';
import { UsersRepository } from './users.repository';
import { VouchedAccounts } from './vouched-accounts.service';

@Global()
@Module({
  imports: [OrganizationsModule],
  controllers: [PasswordResetHttpController, SignInHttpController],
  providers: [
    AccountReadModel,
    TwoFactorService,
    TwoFactorController,
    SessionsController,
    SendAccountNotice,
    SecondFactorsRepository,
    SecondFactorService,
    RecoveryCodesRepository,
    ProvenAddresses,
    ProvenSignInService,
    PendingFactors,
    PasswordChangeService,
    OwnSessionsService,
    OwnerProof,
    CredentialAttemptsRepository,
    AuthenticatorKeys,
    BreakGlass,
    AccountNotices,
    AccountService,
    AccountsController,
    ExpiredPasswordResetsSweep,
    ExpiredSessionsSweep,
    NewAccountService,
    PasswordAccess,
    PasswordHasher,
    PasswordResetService,
    PasswordResetsRepository,
    RegistrationPlace,
    RegistrationService,
    ResealSecondFactors,
    SendPasswordReset,
    SessionCookie,
    SessionJwt,
    SessionUse,
    SessionsRepository,
    SessionsService,
    SignedOnSessionsEnd,
    SignInAudit,
    SignInService,
    SignOnDuty,
    SignOutService,
    ProvisionedAccounts,
    ProvisionedAccountsRepository,
    UsersRepository,
    VouchedAccounts,
    { provide: SessionVerifier, useClass: CookieSessionVerifier },
  ],
  exports: [
    AccountNotices,
    OwnerProof,
    PasswordAccess,
    PasswordResetService,
    ProvenAddresses,
    ProvenSignInService,
    ProvisionedAccounts,
    RegistrationService,
    SecondFactorService,
    SessionVerifier,
    SessionsService,
    SignedOnSessionsEnd,
    SignInService,
    SignOnDuty,
    SignOutService,
    VouchedAccounts,
  ],
})
export class AccountsModule {}
