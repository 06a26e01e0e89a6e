import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts';
import { MembersModule } from '../members';
import { SsoModule } from '../sso';
import { TokensModule } from '../tokens';
import { GroupRolesService } from './groups/group-roles.service';
import { ScimAccountsService } from './scim-accounts.service';
import { ScimResponsesService } from './scim-responses.service';
import { ScimAuditService } from './scim-audit.service';
import { ScimDiscoveryHttpController } from './discovery/scim-discovery.http.controller';
import { ScimErrorRenderer } from './scim-error.renderer';
import { ScimGroupsHttpController } from './groups/scim-groups.http.controller';
import { ScimGroupsReadModel } from './groups/scim-groups.read-model';
import { ScimGroupsRepository } from './groups/scim-groups.repository';
import { ScimGroupsService } from './groups/scim-groups.service';
import { ScimTokenLastUsedRecorder } from './tokens/scim-token-last-used.recorder';
import { ScimTokensController } from './tokens/scim-tokens.controller';
import { ScimTokensRepository } from './tokens/scim-tokens.repository';
import { ScimTokensService } from './tokens/scim-tokens.service';
import { ScimUnsupportedHttpController } from './scim-unsupported.http.controller';
import { ScimUsersHttpController } from './users/scim-users.http.controller';
import { ScimUsersReadModel } from './users/scim-users.read-model';
import { ScimUsersRepository } from './users/scim-users.repository';
import { ScimUsersService } from './users/scim-users.service';
import { ScimGroupMemberEntity } from './groups/scim-group-member.entity';
import { ScimGroupEntity } from './groups/scim-group.entity';
import { ScimTokenEntity } from './tokens/scim-token.entity';
import { ScimUserEntity } from './users/scim-user.entity';

/** Members and groups from an organization's directory, with SCIM 2.0 (contract §9). */
@Module({
  imports: [
    TypeOrmModule.forFeature([ScimGroupMemberEntity, ScimGroupEntity, ScimTokenEntity, ScimUserEntity]),
    AccountsModule,
    MembersModule,
    SsoModule,
    TokensModule,
  ],
  controllers: [
    ScimDiscoveryHttpController,
    ScimGroupsHttpController,
    ScimUnsupportedHttpController,
    ScimUsersHttpController,
  ],
  providers: [
    GroupRolesService,
    ScimAccountsService,
    ScimResponsesService,
    ScimAuditService,
    ScimErrorRenderer,
    ScimGroupsReadModel,
    ScimGroupsRepository,
    ScimGroupsService,
    ScimTokenLastUsedRecorder,
    ScimTokensController,
    ScimTokensRepository,
    ScimTokensService,
    ScimUsersReadModel,
    ScimUsersRepository,
    ScimUsersService,
  ],
})
export class ScimModule {}
