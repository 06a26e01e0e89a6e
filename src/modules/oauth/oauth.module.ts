import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessTokenVerifier } from './access-token-verifier';
import { AccessTokensRepository } from './access-tokens.repository';
import { ApplicationEntity } from './application.entity';
import { ApplicationsController } from './applications.controller';
import { ApplicationsRepository } from './applications.repository';
import { ApplicationsService } from './applications.service';
import { AuthorizationsService } from './authorizations.service';
import { AuthorizeHttpController } from './authorize.http.controller';
import { AuthorizingPersonReadModel } from './authorizing-person.read-model';
import { ClientAuthenticationService } from './client-authentication.service';
import { ClientsReadModel } from './clients.read-model';
import { ConsentService } from './consent.service';
import { EndedAuthorizationsSweep } from './ended-authorizations.sweep';
import { FamiliesRepository } from './families.repository';
import { FamilyEnd } from './family-end';
import { GrantUse } from './grant-use';
import { GrantsController } from './grants.controller';
import { GrantsRepository } from './grants.repository';
import { GrantsService } from './grants.service';
import { IntrospectionService } from './introspection.service';
import { MetadataHttpController } from './metadata.http.controller';
import { OAuthHttpController } from './oauth.http.controller';
import { RevocationService } from './revocation.service';
import { SignOnModule } from './sign-on/sign-on.module';
import { TokenExchangeService } from './token-exchange.service';

@Module({
  imports: [SignOnModule, TypeOrmModule.forFeature([ApplicationEntity])],
  controllers: [AuthorizeHttpController, MetadataHttpController, OAuthHttpController],
  providers: [
    AccessTokenVerifier,
    AccessTokensRepository,
    ApplicationsController,
    ApplicationsRepository,
    ApplicationsService,
    AuthorizationsService,
    AuthorizingPersonReadModel,
    ClientAuthenticationService,
    ClientsReadModel,
    ConsentService,
    EndedAuthorizationsSweep,
    FamiliesRepository,
    FamilyEnd,
    GrantUse,
    GrantsController,
    GrantsRepository,
    GrantsService,
    IntrospectionService,
    RevocationService,
    TokenExchangeService,
  ],
  exports: [GrantsService],
})
export class OAuthModule {}
