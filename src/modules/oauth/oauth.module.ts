import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessTokenVerifier } from './token/access-token.verifier';
import { AccessTokensRepository } from './token/access-tokens.repository';
import { ApplicationEntity } from './applications/application.entity';
import { ApplicationsController } from './applications/applications.controller';
import { ApplicationsRepository } from './applications/applications.repository';
import { ApplicationsService } from './applications/applications.service';
import { AuthorizationsService } from './authorize/authorizations.service';
import { AuthorizeHttpController } from './authorize/authorize.http.controller';
import { AuthorizingUserReadModel } from './authorize/authorizing-user.read-model';
import { ClientAuthenticationService } from './token/client-authentication.service';
import { ClientsReadModel } from './applications/clients.read-model';
import { ConsentService } from './authorize/consent.service';
import { TokenFamiliesRepository } from './token/token-families.repository';
import { RevokeTokenFamilyService } from './token/revoke-token-family.service';
import { GrantLastUsedRecorder } from './grants/grant-last-used.recorder';
import { GrantsController } from './grants/grants.controller';
import { GrantsRepository } from './grants/grants.repository';
import { LiveGrantVerifier } from './grants/live-grant.verifier';
import { GrantsService } from './grants/grants.service';
import { IntrospectionService } from './token/introspection.service';
import { MetadataHttpController } from './metadata.http.controller';
import { OAuthErrorRenderer } from './oauth-error.renderer';
import { OAuthHttpController } from './token/oauth.http.controller';
import { RevocationService } from './token/revocation.service';
import { SignOnModule } from './sign-on/sign-on.module';
import { TokenExchangeService } from './token/token-exchange.service';
import { AccessTokenEntity } from './token/access-token.entity';
import { TokenFamilyEntity } from './token/token-family.entity';
import { GrantEntity } from './grants/grant.entity';

@Module({
  imports: [
    SignOnModule,
    TypeOrmModule.forFeature([AccessTokenEntity, ApplicationEntity, TokenFamilyEntity, GrantEntity]),
  ],
  controllers: [AuthorizeHttpController, MetadataHttpController, OAuthHttpController],
  providers: [
    AccessTokenVerifier,
    AccessTokensRepository,
    ApplicationsController,
    ApplicationsRepository,
    ApplicationsService,
    AuthorizationsService,
    AuthorizingUserReadModel,
    ClientAuthenticationService,
    ClientsReadModel,
    ConsentService,
    TokenFamiliesRepository,
    RevokeTokenFamilyService,
    GrantLastUsedRecorder,
    GrantsController,
    GrantsRepository,
    GrantsService,
    LiveGrantVerifier,
    IntrospectionService,
    OAuthErrorRenderer,
    RevocationService,
    TokenExchangeService,
  ],
  exports: [GrantsService],
})
export class OAuthModule {}
