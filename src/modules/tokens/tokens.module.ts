import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CreatorExpiryService } from './creator-expiry.service';
import { FormerOwnersTokensService } from './former-owners-tokens.service';
import { LeakedTokensService } from './leaked/leaked-tokens.service';
import { SendLeakedTokenNoticeJob } from './leaked/send-leaked-token-notice.job';
import { TokenLimitsService } from './limits/token-limits.service';
import { TokenPlacesService } from './limits/token-places.service';
import { OrganizationTokensController } from './organization/organization-tokens.controller';
import { OrganizationTokensReadModel } from './organization/organization-tokens.read-model';
import { OrganizationTokensService } from './organization/organization-tokens.service';
import { SendRevokedTokenNoticeJob } from './organization/send-revoked-token-notice.job';
import { TokenNoticesService } from './token-notices.service';
import { TokenOwnerReadModel } from './token-owner.read-model';
import { TokenLastUsedRecorder } from './token-last-used.recorder';
import { LiveTokenVerifier } from './live-token.verifier';
import { PersonalTokenVerifier } from './personal-token.verifier';
import { TokensController } from './tokens.controller';
import { TokensHttpController } from './tokens.http.controller';
import { TokensRepository } from './tokens.repository';
import { TokensService } from './tokens.service';
import { TokenEntity } from './token.entity';

@Module({
  imports: [TypeOrmModule.forFeature([TokenEntity])],
  controllers: [TokensHttpController],
  providers: [
    CreatorExpiryService,
    FormerOwnersTokensService,
    LeakedTokensService,
    SendLeakedTokenNoticeJob,
    OrganizationTokensController,
    OrganizationTokensReadModel,
    OrganizationTokensService,
    SendRevokedTokenNoticeJob,
    TokenLimitsService,
    TokenNoticesService,
    TokenOwnerReadModel,
    TokenPlacesService,
    TokensController,
    TokensRepository,
    TokensService,
    TokenLastUsedRecorder,
    LiveTokenVerifier,
    PersonalTokenVerifier,
  ],
  exports: [CreatorExpiryService, TokensService],
})
export class TokensModule {}
