import { Module, type OnModuleInit } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SignInMethods } from '../../access/sign-in-methods';
import { AccountsModule } from '../accounts';
import { MembersModule } from '../members';
import { ProviderConnectionAuditService } from './connections/provider-connection-audit.service';
import { ProviderConnectionFlowService } from './connections/provider-connection-flow.service';
import { ProviderConnectionService } from './connections/provider-connection.service';
import { CodeStepsService } from './code-steps.service';
import { GithubProfilesService } from './github-profiles.service';
import { IdentitiesRepository } from './identities.repository';
import { OwnIdentitiesController } from './own-identities.controller';
import { OwnIdentitiesService } from './own-identities.service';
import { ProviderAccountsService } from './provider-accounts.service';
import { ProviderIdentitiesService } from './provider-identities.service';
import { ProviderSignInFlowService } from './provider-sign-in-flow.service';
import { ProviderSignInAuditService } from './provider-sign-in-audit.service';
import { ProviderSignInHttpController } from './provider-sign-in.http.controller';
import { ProviderSignInService } from './provider-sign-in.service';
import { ProvidersService } from './providers.service';
import { LoginFlowsService } from './login-flows/login-flows.service';
import { UsedLoginFlowsRepository } from './login-flows/used-login-flows.repository';
import { IdentityEntity } from './identity.entity';
import { UsedLoginFlowEntity } from './login-flows/used-login-flow.entity';

@Module({
  imports: [TypeOrmModule.forFeature([IdentityEntity, UsedLoginFlowEntity]), AccountsModule, MembersModule],
  controllers: [ProviderSignInHttpController],
  providers: [
    CodeStepsService,
    GithubProfilesService,
    IdentitiesRepository,
    OwnIdentitiesController,
    OwnIdentitiesService,
    ProviderAccountsService,
    ProviderConnectionAuditService,
    ProviderConnectionFlowService,
    ProviderConnectionService,
    ProviderIdentitiesService,
    ProviderSignInFlowService,
    ProviderSignInAuditService,
    ProviderSignInService,
    ProvidersService,
    LoginFlowsService,
    UsedLoginFlowsRepository,
  ],
  exports: [LoginFlowsService, ProviderConnectionFlowService],
})
export class IdentityProvidersModule implements OnModuleInit {
  constructor(
    private readonly providers: ProvidersService,
    private readonly offered: SignInMethods,
  ) {}

  onModuleInit(): void {
    for (const { name, label } of this.providers.list())
      this.offered.add({ id: name, name: label, path: `/api/auth/oauth/${name}/login` });
  }
}
