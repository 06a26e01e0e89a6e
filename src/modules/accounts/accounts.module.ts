import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SessionVerifier } from '../../access/ports';
import { Reauthentication } from '../../access/sessions/reauthentication';
import { ErasureModule } from '../erasure';
import { OrganizationsModule } from '../organizations';
import { AccountNoticesService } from './profile/account-notices.service';
import { AuthenticatorKeysService } from './two-factor/authenticator-keys.service';
import { BreakGlassService } from './sign-in/break-glass.service';
import { CredentialAttemptsRepository } from './sign-in/credential-attempts.repository';
import { ReauthenticationService } from './password/reauthentication.service';
import { OwnSessionsService } from './sessions/own-sessions.service';
import { PasswordChangeService } from './password/password-change.service';
import { PendingFactorsService } from './two-factor/pending-factors.service';
import { VerifiedEmailsService } from './registration/verified-emails.service';
import { ProvisionedAccountsRepository } from './provisioning/provisioned-accounts.repository';
import { ProvisionedAccountsService } from './provisioning/provisioned-accounts.service';
import { CompleteSignInService } from './sign-in/complete-sign-in.service';
import { RecoveryCodesRepository } from './two-factor/recovery-codes.repository';
import { SecondFactorService } from './two-factor/second-factor.service';
import { SecondFactorsRepository } from './two-factor/second-factors.repository';
import { SendAccountNoticeJob } from './profile/send-account-notice.job';
import { SessionsController } from './sessions/sessions.controller';
import { TwoFactorController } from './two-factor/two-factor.controller';
import { TwoFactorService } from './two-factor/two-factor.service';
import { AccountReadModel } from './profile/account.read-model';
import { AccountService } from './profile/account.service';
import { AccountsController } from './accounts.controller';
import { NewAccountService } from './registration/new-account.service';
import { PasswordAccessService } from './password/password-access.service';
import { PasswordHasherService } from './password/password-hasher.service';
import { PasswordResetHttpController } from './password/password-reset.http.controller';
import { PasswordResetService } from './password/password-reset.service';
import { PasswordResetsRepository } from './password/password-resets.repository';
import { SignUpTargetService } from './registration/sign-up-target.service';
import { RegistrationService } from './registration/registration.service';
import { ResealSecondFactorsSweep } from './two-factor/reseal-second-factors.sweep';
import { SendPasswordResetJob } from './password/send-password-reset.job';
import { SessionCookieService } from './sessions/session-cookie.service';
import { SessionJwtService } from './sessions/session-jwt.service';
import { SessionLastUsedRecorder } from './sessions/session-last-used.recorder';
import { LiveSessionVerifier } from './sessions/live-session.verifier';
import { CookieSessionVerifier } from './sessions/cookie-session.verifier';
import { SessionsRepository } from './sessions/sessions.repository';
import { SessionsService } from './sessions/sessions.service';
import { RecentSignInService } from './sessions/recent-sign-in.service';
import { RevokeSsoSessionsService } from './sessions/revoke-sso-sessions.service';
import { SignInAuditService } from './sign-in/sign-in-audit.service';
import { SignInHttpController } from './sign-in/sign-in.http.controller';
import { SignInService } from './sign-in/sign-in.service';
import { SsoEnforcementService } from './sign-in/sso-enforcement.service';
import { SignOutService } from './sessions/sign-out.service';
import { AccountRecoveryService } from './recovery/account-recovery.service';
import { FirstOwnerService } from './recovery/first-owner.service';
import { OwnerInvitationsService } from './recovery/owner-invitations.service';
import { SendOwnerInvitationJob } from './recovery/send-owner-invitation.job';
import { OwnerAccountsService } from './recovery/owner-accounts.service';
import { PasswordLinksService } from './recovery/password-links.service';
import { SecondFactorRemovalService } from './recovery/second-factor-removal.service';
import { OwnerCreationService } from './recovery/owner-creation.service';
import { ServiceUsersService } from './provisioning/service-users.service';
import { UsersRepository } from './users.repository';
import { FederatedAccountsService } from './provisioning/federated-accounts.service';
import { CredentialAttemptEntity } from './sign-in/credential-attempt.entity';
import { EmailConfirmationHttpController } from './email-confirmation/email-confirmation.http.controller';
import { EmailConfirmationService } from './email-confirmation/email-confirmation.service';
import { EmailConfirmationTokensService } from './email-confirmation/email-confirmation-tokens.service';
import { EmailAddressesRepository } from './email-change/email-addresses.repository';
import { EmailChangeRequestsService } from './email-change/email-change-requests.service';
import { EmailChangeService } from './email-change/email-change.service';
import { EmailChangeTokensService } from './email-change/email-change-tokens.service';
import { SendEmailChangeJob } from './email-change/send-email-change.job';
import { SendEmailChangedJob } from './email-change/send-email-changed.job';
import { DirectSessionsService } from './sessions/direct-sessions.service';
import { SendEmailConfirmationJob } from './email-confirmation/send-email-confirmation.job';
import { PasswordResetEntity } from './password/password-reset.entity';
import { ProvisionedAccountEntity } from './provisioning/provisioned-account.entity';
import { RecoveryCodeEntity } from './two-factor/recovery-code.entity';
import { SecondFactorEntity } from './two-factor/second-factor.entity';
import { SessionEntity } from './sessions/session.entity';
import { UserEntity } from './user.entity';
import { AccountClosingService } from './closing/account-closing.service';
import { AccountDeletionService } from './closing/account-deletion.service';
import { AccountRestorationLinksService } from './closing/account-restoration-links.service';
import { AccountRestorationService } from './closing/account-restoration.service';
import { ClosedAccountsRepository } from './closing/closed-accounts.repository';
import { ClosingController } from './closing/closing.controller';
import { PersonErasureService } from './closing/person-erasure.service';
import { SendAccountDeletedJob } from './closing/send-account-deleted.job';

@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature([
      CredentialAttemptEntity,
      PasswordResetEntity,
      ProvisionedAccountEntity,
      RecoveryCodeEntity,
      SecondFactorEntity,
      SessionEntity,
      UserEntity,
    ]),
    ErasureModule,
    OrganizationsModule,
  ],
  controllers: [EmailConfirmationHttpController, PasswordResetHttpController, SignInHttpController],
  providers: [
    AccountRecoveryService,
    FirstOwnerService,
    OwnerInvitationsService,
    SendOwnerInvitationJob,
    OwnerAccountsService,
    OwnerCreationService,
    PasswordLinksService,
    SecondFactorRemovalService,
    AccountReadModel,
    TwoFactorService,
    TwoFactorController,
    SessionsController,
    SendAccountNoticeJob,
    SecondFactorsRepository,
    SecondFactorService,
    RecoveryCodesRepository,
    VerifiedEmailsService,
    CompleteSignInService,
    PendingFactorsService,
    PasswordChangeService,
    OwnSessionsService,
    ReauthenticationService,
    RecentSignInService,
    CredentialAttemptsRepository,
    AuthenticatorKeysService,
    BreakGlassService,
    AccountClosingService,
    AccountDeletionService,
    AccountRestorationLinksService,
    AccountRestorationService,
    ClosedAccountsRepository,
    ClosingController,
    PersonErasureService,
    SendAccountDeletedJob,
    AccountNoticesService,
    AccountService,
    AccountsController,
    NewAccountService,
    PasswordAccessService,
    PasswordHasherService,
    PasswordResetService,
    PasswordResetsRepository,
    SignUpTargetService,
    RegistrationService,
    ResealSecondFactorsSweep,
    EmailConfirmationService,
    EmailConfirmationTokensService,
    SendEmailConfirmationJob,
    EmailAddressesRepository,
    EmailChangeRequestsService,
    EmailChangeService,
    EmailChangeTokensService,
    SendEmailChangeJob,
    SendEmailChangedJob,
    DirectSessionsService,
    SendPasswordResetJob,
    SessionCookieService,
    SessionJwtService,
    SessionLastUsedRecorder,
    SessionsRepository,
    SessionsService,
    RevokeSsoSessionsService,
    SignInAuditService,
    SignInService,
    SsoEnforcementService,
    SignOutService,
    ProvisionedAccountsService,
    ProvisionedAccountsRepository,
    ServiceUsersService,
    UsersRepository,
    FederatedAccountsService,
    LiveSessionVerifier,
    { provide: Reauthentication, useExisting: ReauthenticationService },
    { provide: SessionVerifier, useClass: CookieSessionVerifier },
  ],
  exports: [
    AccountRestorationService,
    EmailChangeService,
    EmailConfirmationService,
    AccountNoticesService,
    Reauthentication,
    ReauthenticationService,
    RecentSignInService,
    PasswordAccessService,
    PasswordResetService,
    VerifiedEmailsService,
    CompleteSignInService,
    ProvisionedAccountsService,
    ServiceUsersService,
    RegistrationService,
    SecondFactorService,
    SessionVerifier,
    SessionsService,
    RevokeSsoSessionsService,
    SignInService,
    SsoEnforcementService,
    SignOutService,
    FederatedAccountsService,
  ],
})
export class AccountsModule {}
