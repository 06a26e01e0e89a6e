import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts';
import { MembersModule } from '../members';
import { IdentityProvidersModule } from '../identity-providers';
import { OrganizationsModule } from '../organizations';
import { SsoFlowCookieService } from './sign-on/sso-flow-cookie.service';
import { ConnectionsRepository } from './connections/connections.repository';
import { DirectoryRulesService } from './connections/directory-rules.service';
import { DomainsController } from './domains/domains.controller';
import { DomainsRepository } from './domains/domains.repository';
import { DomainsService } from './domains/domains.service';
import { IdentitiesRepository } from './sign-on/identities.repository';
import { KeyPairsService } from './keys/key-pairs.service';
import { KeyPairsRepository } from './keys/key-pairs.repository';
import { MetadataDownloadService } from './connections/metadata-download.service';
import { BreakGlassNoticeSubscriber } from './notices/break-glass-notice.subscriber';
import { CertificateNoticesRepository } from './notices/certificate-notices.repository';
import { EndingCertificatesSweep } from './notices/ending-certificates.sweep';
import { NoticesService } from './notices/notices.service';
import { SendNoticeJob } from './notices/send-notice.job';
import { SsoSignInMethodsService } from './sign-on/sso-sign-in-methods.service';
import { OidcResponsesService } from './oidc/oidc-responses.service';
import { OidcCallbackService } from './oidc/oidc-callback.service';
import { OidcClientsService } from './oidc/oidc-clients.service';
import { OidcLoginService } from './oidc/oidc-login.service';
import { OidcHttpController } from './oidc/oidc.http.controller';
import { OidcIssuerService } from './oidc/oidc-issuer.service';
import { SsoPlanService } from './connections/sso-plan.service';
import { ReplacedProvidersService } from './connections/replaced-providers.service';
import { ResealSsoSecretsSweep } from './connections/reseal-sso-secrets.sweep';
import { EncryptedResponsesService } from './saml/encrypted-responses.service';
import { LogoutCallbackService } from './saml/logout/logout-callback.service';
import { LogoutRequestService } from './saml/logout/logout-request.service';
import { LogoutFormGuard } from './saml/logout/logout-form.guard';
import { LogoutMessagesService } from './saml/logout/logout-messages.service';
import { LogoutFlowsService } from './saml/logout/logout-flows.service';
import { LogoutsRepository } from './saml/logout/logouts.repository';
import { RevokeNamedSessionsService } from './saml/logout/revoke-named-sessions.service';
import { SamlLogoutHttpController } from './saml/logout/saml-logout.http.controller';
import { SignedOnSessionsRepository } from './saml/logout/signed-on-sessions.repository';
import { SamlResponsesService } from './saml/saml-responses.service';
import { SamlCallbackService } from './saml/saml-callback.service';
import { SamlGuard } from './saml/saml.guard';
import { SamlHttpController } from './saml/saml.http.controller';
import { SamlMetadataService } from './saml/saml-metadata.service';
import { SamlSignInService } from './saml/saml-sign-in.service';
import { SamlStrategy } from './saml/saml.strategy';
import { UsedMessagesRepository } from './saml/used-messages.repository';
import { ServiceProvidersService } from './connections/service-providers.service';
import { SignOnAuditService } from './sign-on/sign-on-audit.service';
import { SignOnEmailsService } from './sign-on/sign-on-emails.service';
import { SignOnTransactionService } from './sign-on/sign-on-transaction.service';
import { SsoTenantService } from './sign-on/sso-tenant.service';
import { SignOnRequestsRepository } from './sign-on/sign-on-requests.repository';
import { SignOnTestsService } from './sign-on/sign-on-tests.service';
import { SingleSignOnService } from './sign-on/single-sign-on.service';
import { SsoController } from './sso.controller';
import { SsoPreparationService } from './connections/sso-preparation.service';
import { SsoService } from './sso.service';
import { TestPeopleService } from './sign-on/test-people.service';
import { TextRecordsService } from './domains/text-records.service';
import { CertificateNoticeEntity } from './notices/certificate-notice.entity';
import { ConnectionEntity } from './connections/connection.entity';
import { DomainEntity } from './domains/domain.entity';
import { SsoIdentityEntity } from './sign-on/sso-identity.entity';
import { KeyPairEntity } from './keys/key-pair.entity';
import { LogoutEntity } from './saml/logout/logout.entity';
import { SignOnRequestEntity } from './sign-on/sign-on-request.entity';
import { SignedOnSessionEntity } from './saml/logout/signed-on-session.entity';
import { UsedMessageEntity } from './saml/used-message.entity';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      CertificateNoticeEntity,
      ConnectionEntity,
      DomainEntity,
      SsoIdentityEntity,
      KeyPairEntity,
      LogoutEntity,
      SignOnRequestEntity,
      SignedOnSessionEntity,
      UsedMessageEntity,
    ]),
    AccountsModule,
    IdentityProvidersModule,
    MembersModule,
    OrganizationsModule,
  ],
  controllers: [OidcHttpController, SamlHttpController, SamlLogoutHttpController],
  providers: [
    BreakGlassNoticeSubscriber,
    SsoFlowCookieService,
    CertificateNoticesRepository,
    ConnectionsRepository,
    DirectoryRulesService,
    DomainsController,
    DomainsRepository,
    DomainsService,
    EncryptedResponsesService,
    EndingCertificatesSweep,
    IdentitiesRepository,
    KeyPairsService,
    KeyPairsRepository,
    LogoutCallbackService,
    LogoutRequestService,
    LogoutFormGuard,
    LogoutMessagesService,
    LogoutFlowsService,
    LogoutsRepository,
    MetadataDownloadService,
    RevokeNamedSessionsService,
    NoticesService,
    SsoSignInMethodsService,
    OidcResponsesService,
    OidcCallbackService,
    OidcClientsService,
    OidcLoginService,
    OidcIssuerService,
    SsoPlanService,
    ReplacedProvidersService,
    ResealSsoSecretsSweep,
    SamlResponsesService,
    SamlCallbackService,
    SamlGuard,
    SamlMetadataService,
    SamlSignInService,
    SamlStrategy,
    SendNoticeJob,
    ServiceProvidersService,
    SignOnAuditService,
    SignOnEmailsService,
    SignOnTransactionService,
    SsoTenantService,
    SignOnRequestsRepository,
    SignOnTestsService,
    SignedOnSessionsRepository,
    SingleSignOnService,
    SsoController,
    SsoPreparationService,
    SsoService,
    TestPeopleService,
    TextRecordsService,
    UsedMessagesRepository,
  ],
  exports: [DirectoryRulesService, ServiceProvidersService],
})
export class SsoModule {}
