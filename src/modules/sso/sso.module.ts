import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { MembersModule } from '../members';
import { IdentityProvidersModule } from '../identity-providers';
import { OrganizationsModule } from '../organizations';
import { BrowserBinding } from './browser-binding';
import { ConnectionsRepository } from './connections.repository';
import { DirectoryRules } from './directory-rules';
import { DomainsController } from './domains.controller';
import { DomainsRepository } from './domains.repository';
import { DomainsService } from './domains.service';
import { ExpiredSignOnsSweep } from './expired-sign-ons.sweep';
import { IdentitiesRepository } from './identities.repository';
import { KeyPairs } from './keys/key-pairs';
import { KeyPairsRepository } from './keys/key-pairs.repository';
import { MetadataDownload } from './metadata-download';
import { AdministratorsReadModel } from './notices/administrators.read-model';
import { BrokenGlassSubscriber } from './notices/broken-glass.subscriber';
import { CertificateNoticesRepository } from './notices/certificate-notices.repository';
import { EndingCertificatesSweep } from './notices/ending-certificates.sweep';
import { Notices } from './notices/notices';
import { SendNotice } from './notices/send-notice.job';
import { OfferedSignOnSource } from './offered-sign-on';
import { OidcAnswers } from './oidc/oidc-answers';
import { OidcArrivalService } from './oidc/oidc-arrival.service';
import { OidcClients } from './oidc/oidc-clients';
import { OidcDepartureService } from './oidc/oidc-departure.service';
import { OidcHttpController } from './oidc/oidc.http.controller';
import { OidcIssuer } from './oidc/oidc-issuer';
import { PlanGate } from './plan-gate';
import { ReplacedProviders } from './replaced-providers';
import { ResealSsoSecrets } from './reseal-secrets.sweep';
import { EncryptedResponses } from './saml/encrypted-responses';
import { LogoutArrivalService } from './saml/logout/logout-arrival.service';
import { LogoutDepartureService } from './saml/logout/logout-departure.service';
import { LogoutFormGuard } from './saml/logout/logout-form.guard';
import { LogoutMessages } from './saml/logout/logout-messages';
import { LogoutTrips } from './saml/logout/logout-trips';
import { LogoutsRepository } from './saml/logout/logouts.repository';
import { NamedSessionsEnd } from './saml/logout/named-sessions-end';
import { SamlLogoutHttpController } from './saml/logout/saml-logout.http.controller';
import { SignedOnSessionsRepository } from './saml/logout/signed-on-sessions.repository';
import { SamlAnswers } from './saml/saml-answers';
import { SamlArrivalService } from './saml/saml-arrival.service';
import { SamlGuard } from './saml/saml.guard';
import { SamlHttpController } from './saml/saml.http.controller';
import { SamlMetadataService } from './saml/saml-metadata.service';
import { SamlSignInService } from './saml/saml-sign-in.service';
import { SamlStrategy } from './saml/saml.strategy';
import { UsedMessagesRepository } from './saml/used-messages.repository';
import { ServiceProviders } from './service-provider';
import { SignOnAudit } from './sign-on-audit';
import { SignOnEmails } from './sign-on-emails';
import { SignOnOccasion } from './sign-on-occasion';
import { SignOnPlace } from './sign-on-place';
import { SignOnRequestsRepository } from './sign-on-requests.repository';
import { SignOnTests } from './sign-on-tests';
import { SingleSignOn } from './single-sign-on';
import { SsoController } from './sso.controller';
import { SsoPreparation } from './sso-preparation';
import { SsoService } from './sso.service';
import { TestPeople } from './test-people';
import { TextRecords } from './text-records';

@Module({
  imports: [AccountsModule, IdentityProvidersModule, MembersModule, OrganizationsModule],
  controllers: [OidcHttpController, SamlHttpController, SamlLogoutHttpController],
  providers: [
    AdministratorsReadModel,
    BrokenGlassSubscriber,
    BrowserBinding,
    CertificateNoticesRepository,
    ConnectionsRepository,
    DirectoryRules,
    DomainsController,
    DomainsRepository,
    DomainsService,
    EncryptedResponses,
    EndingCertificatesSweep,
    ExpiredSignOnsSweep,
    IdentitiesRepository,
    KeyPairs,
    KeyPairsRepository,
    LogoutArrivalService,
    LogoutDepartureService,
    LogoutFormGuard,
    LogoutMessages,
    LogoutTrips,
    LogoutsRepository,
    MetadataDownload,
    NamedSessionsEnd,
    Notices,
    OfferedSignOnSource,
    OidcAnswers,
    OidcArrivalService,
    OidcClients,
    OidcDepartureService,
    OidcIssuer,
    PlanGate,
    ReplacedProviders,
    ResealSsoSecrets,
    SamlAnswers,
    SamlArrivalService,
    SamlGuard,
    SamlMetadataService,
    SamlSignInService,
    SamlStrategy,
    SendNotice,
    ServiceProviders,
    SignOnAudit,
    SignOnEmails,
    SignOnOccasion,
    SignOnPlace,
    SignOnRequestsRepository,
    SignOnTests,
    SignedOnSessionsRepository,
    SingleSignOn,
    SsoController,
    SsoPreparation,
    SsoService,
    TestPeople,
    TextRecords,
    UsedMessagesRepository,
  ],
  exports: [DirectoryRules],
})
export class SsoModule {}
