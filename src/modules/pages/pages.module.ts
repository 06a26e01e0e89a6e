import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { IdentityProvidersModule } from '../identity-providers';
import { MembersModule } from '../members';
import { OrganizationsModule } from '../organizations';
import { RestoreAccountPageHttpController } from './links/restore-account-page.http.controller';
import { DeletionSettingsHttpController } from './settings/deletion-settings.http.controller';
import { ChangeEmailPageHttpController } from './links/change-email-page.http.controller';
import { ConfirmEmailPageHttpController } from './links/confirm-email-page.http.controller';
import { HomeHttpController } from './home.http.controller';
import { InvitationPageHttpController } from './invitation-page.http.controller';
import { PasswordResetPageHttpController } from './password-reset-page.http.controller';
import { RestorationPageHttpController } from './links/restoration-page.http.controller';
import { RegisterPageHttpController } from './register-page.http.controller';
import { ApplicationsSettingsHttpController } from './settings/applications-settings.http.controller';
import { NewTokenSettingsHttpController } from './settings/new-token-settings.http.controller';
import { PasswordSettingsHttpController } from './settings/password-settings.http.controller';
import { ProfileSettingsHttpController } from './settings/profile-settings.http.controller';
import { ProvidersSettingsHttpController } from './settings/providers-settings.http.controller';
import { SessionsSettingsHttpController } from './settings/sessions-settings.http.controller';
import { ShownOrganizationsService } from './settings/shown-organizations.service';
import { OfferedPlacesService } from './settings/offered-places.service';
import { TokensSettingsHttpController } from './settings/tokens-settings.http.controller';
import { TwoFactorSettingsHttpController } from './settings/two-factor-settings.http.controller';
import { SignInMethodsService } from './sign-in-methods.service';
import { SignInPageHttpController } from './sign-in-page.http.controller';
import { SignInStepsService } from './sign-in-steps.service';
import { SignOutPageHttpController } from './sign-out-page.http.controller';
import { PageSessionService } from './page-session.service';

@Module({
  imports: [AccountsModule, IdentityProvidersModule, MembersModule, OrganizationsModule],
  controllers: [
    ApplicationsSettingsHttpController,
    ChangeEmailPageHttpController,
    DeletionSettingsHttpController,
    RestoreAccountPageHttpController,
    ConfirmEmailPageHttpController,
    HomeHttpController,
    InvitationPageHttpController,
    NewTokenSettingsHttpController,
    PasswordResetPageHttpController,
    PasswordSettingsHttpController,
    ProfileSettingsHttpController,
    ProvidersSettingsHttpController,
    RegisterPageHttpController,
    RestorationPageHttpController,
    SessionsSettingsHttpController,
    SignInPageHttpController,
    SignOutPageHttpController,
    TokensSettingsHttpController,
    TwoFactorSettingsHttpController,
  ],
  providers: [
    ShownOrganizationsService,
    SignInMethodsService,
    SignInStepsService,
    PageSessionService,
    OfferedPlacesService,
  ],
})
export class PagesModule {}
