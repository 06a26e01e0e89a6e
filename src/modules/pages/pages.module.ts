import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { MembersModule } from '../members';
import { HomeHttpController } from './home.http.controller';
import { InvitationPageHttpController } from './invitation-page.http.controller';
import { PasswordResetPageHttpController } from './password-reset-page.http.controller';
import { RegisterPageHttpController } from './register-page.http.controller';
import { ApplicationsSettingsHttpController } from './settings/applications-settings.http.controller';
import { PasswordSettingsHttpController } from './settings/password-settings.http.controller';
import { ProfileSettingsHttpController } from './settings/profile-settings.http.controller';
import { ProvidersSettingsHttpController } from './settings/providers-settings.http.controller';
import { SessionsSettingsHttpController } from './settings/sessions-settings.http.controller';
import { ShownOrganizations } from './settings/shown-organizations';
import { TokensSettingsHttpController } from './settings/tokens-settings.http.controller';
import { TwoFactorSettingsHttpController } from './settings/two-factor-settings.http.controller';
import { SignInMethods } from './sign-in-methods';
import { SignInPageHttpController } from './sign-in-page.http.controller';
import { SignInSteps } from './sign-in-steps';
import { SignOutPageHttpController } from './sign-out-page.http.controller';
import { Visitors } from './visitors';

@Module({
  imports: [AccountsModule, MembersModule],
  controllers: [
    ApplicationsSettingsHttpController,
    HomeHttpController,
    InvitationPageHttpController,
    PasswordResetPageHttpController,
    PasswordSettingsHttpController,
    ProfileSettingsHttpController,
    ProvidersSettingsHttpController,
    RegisterPageHttpController,
    SessionsSettingsHttpController,
    SignInPageHttpController,
    SignOutPageHttpController,
    TokensSettingsHttpController,
    TwoFactorSettingsHttpController,
  ],
  providers: [ShownOrganizations, SignInMethods, SignInSteps, Visitors],
})
export class PagesModule {}
