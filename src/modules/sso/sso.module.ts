import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { MembersModule } from '../members';
import { IdentityProvidersModule } from '../identity-providers';
import { OrganizationsModule } from '../organizations';
import { BrowserBinding } from './browser-binding';
import { ConnectionsRepository } from './connections.repository';
import { DomainsController } from './domains.controller';
import { DomainsRepository } from './domains.repository';
import { DomainsService } from './domains.service';
import { ExpiredSignOnsSweep } from './expired-sign-ons.sweep';
import { IdentitiesRepository } from './identities.repository';
import { MetadataDownload } from './metadata-download';
import { OfferedSignOnSource } from './offered-sign-on';
import { OidcAnswers } from './oidc/oidc-answers';
import { OidcArrivalService } from './oidc/oidc-arrival.service';
import { OidcClients } from './oidc/oidc-clients';
import { OidcDepartureService } from './oidc/oidc-departure.service';
import { OidcHttpController } from './oidc/oidc.http.controller';
import { OidcIssuer } from './oidc/oidc-issuer';
import { PlanGate } from './plan-gate';
import { SamlAnswers } from './saml/saml-answers';
import { SamlArrivalService } from './saml/saml-arrival.service';
import { SamlGuard } from './saml/saml.guard';
import { SamlHttpController } from './saml/saml.http.controller';
import { SamlSignInService } from './saml/saml-sign-in.service';
import { SamlStrategy } from './saml/saml.strategy';
import { UsedAssertionsRepository } from './saml/used-assertions.repository';
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
  controllers: [OidcHttpController, SamlHttpController],
  providers: [
    BrowserBinding,
    ConnectionsRepository,
    DomainsController,
    DomainsRepository,
    DomainsService,
    ExpiredSignOnsSweep,
    IdentitiesRepository,
    MetadataDownload,
    OfferedSignOnSource,
    OidcAnswers,
    OidcArrivalService,
    OidcClients,
    OidcDepartureService,
    OidcIssuer,
    PlanGate,
    SamlAnswers,
    SamlArrivalService,
    SamlGuard,
    SamlSignInService,
    SamlStrategy,
    ServiceProviders,
    SignOnAudit,
    SignOnEmails,
    SignOnOccasion,
    SignOnPlace,
    SignOnRequestsRepository,
    SignOnTests,
    SingleSignOn,
    SsoController,
    SsoPreparation,
    SsoService,
    TestPeople,
    TextRecords,
    UsedAssertionsRepository,
  ],
})
export class SsoModule {}
