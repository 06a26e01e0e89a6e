import { Module, type OnModuleInit } from '@nestjs/common';
import { OfferedSignIns } from '../../access/offered-sign-ins';
import { AccountsModule } from '../accounts';
import { MembersModule } from '../members';
import { CodeSteps } from './code-steps';
import { GithubProfiles } from './github-profiles';
import { IdentitiesRepository } from './identities.repository';
import { OwnIdentitiesController } from './own-identities.controller';
import { OwnIdentitiesService } from './own-identities.service';
import { ProviderAccounts } from './provider-accounts';
import { ProviderIdentities } from './provider-identities';
import { ProviderJourneys } from './provider-journeys';
import { ProviderSignInAudit } from './provider-sign-in-audit';
import { ProviderSignInHttpController } from './provider-sign-in.http.controller';
import { ProviderSignInService } from './provider-sign-in.service';
import { Providers } from './providers';
import { RoundTrips } from './round-trips';
import { SealedCookies } from './sealed-cookies';
import { UsedRoundTripsRepository } from './used-round-trips.repository';
import { UsedRoundTripsSweep } from './used-round-trips.sweep';

@Module({
  imports: [AccountsModule, MembersModule],
  controllers: [ProviderSignInHttpController],
  providers: [
    CodeSteps,
    GithubProfiles,
    IdentitiesRepository,
    OwnIdentitiesController,
    OwnIdentitiesService,
    ProviderAccounts,
    ProviderIdentities,
    ProviderJourneys,
    ProviderSignInAudit,
    ProviderSignInService,
    Providers,
    RoundTrips,
    SealedCookies,
    UsedRoundTripsRepository,
    UsedRoundTripsSweep,
  ],
  exports: [RoundTrips],
})
export class IdentityProvidersModule implements OnModuleInit {
  constructor(
    private readonly providers: Providers,
    private readonly offered: OfferedSignIns,
  ) {}

  onModuleInit(): void {
    for (const { name, label } of this.providers.list())
      this.offered.add({ id: name, name: label, path: `/api/auth/oauth/${name}/login` });
  }
}
