export { AccountNoticesService } from './profile/account-notices.service';
export {
  AccountRecoveryService,
  type PasswordLink,
  type RecoveredAccount,
} from './recovery/account-recovery.service';
export { NamedAccountBody, OwnerBody } from './recovery/owner.body';
export { type CreatedOwner, OwnerCreationService } from './recovery/owner-creation.service';
export { AccountsModule } from './accounts.module';
export { EmailConfirmationService } from './email-confirmation/email-confirmation.service';
export { EmailTaken } from './accounts.errors';
export { ForgotPasswordBody } from './password/forgot-password.body';
export { NewAccountService } from './registration/new-account.service';
export { PASSWORD_MAX, PASSWORD_MIN } from './password/new-password';
export { ReauthenticationService } from './password/reauthentication.service';
export { PasswordAccessService } from './password/password-access.service';
export { PasswordHasherService } from './password/password-hasher.service';
export { PasswordResetService } from './password/password-reset.service';
export { VerifiedEmailsService } from './registration/verified-emails.service';
export { CompleteSignInService } from './sign-in/complete-sign-in.service';
export { ProvisionedAccountsService } from './provisioning/provisioned-accounts.service';
export { RegisterBody } from './registration/register.body';
export { RegistrationService } from './registration/registration.service';
export { ResetPasswordBody } from './password/reset-password.body';
export { type RightCode, SecondFactorService } from './two-factor/second-factor.service';
export { sessionOf } from './sessions/session-of';
export { SessionsService } from './sessions/sessions.service';
export { RevokeSsoSessionsService } from './sessions/revoke-sso-sessions.service';
export { SignInBody } from './sign-in/sign-in.body';
export { SignInService } from './sign-in/sign-in.service';
export { SsoEnforcementService } from './sign-in/sso-enforcement.service';
export { SignOutService } from './sessions/sign-out.service';
export { typedPassword } from './password/current-password';
export { FederatedAccountsService } from './provisioning/federated-accounts.service';
