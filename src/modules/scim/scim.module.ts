import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts';
import { MembersModule } from '../members';
import { SsoModule } from '../sso';
import { ExpiredScimTokensSweep } from './expired-scim-tokens.sweep';
import { GroupRoles } from './group-roles';
import { ScimAccounts } from './scim-accounts.service';
import { ScimAnswers } from './scim-answers';
import { ScimAudit } from './scim-audit';
import { ScimDiscoveryHttpController } from './scim-discovery.http.controller';
import { ScimGroupsHttpController } from './scim-groups.http.controller';
import { ScimGroupsReadModel } from './scim-groups.read-model';
import { ScimGroupsRepository } from './scim-groups.repository';
import { ScimGroupsService } from './scim-groups.service';
import { ScimTokenUse } from './scim-token-use';
import { ScimTokensController } from './scim-tokens.controller';
import { ScimTokensRepository } from './scim-tokens.repository';
import { ScimTokensService } from './scim-tokens.service';
import { ScimUsersHttpController } from './scim-users.http.controller';
import { ScimUsersReadModel } from './scim-users.read-model';
import { ScimUsersRepository } from './scim-users.repository';
import { ScimUsersService } from './scim-users.service';

/** Members and groups from an organization's directory, by SCIM 2.0 (contract §9). */
@Module({
  imports: [AccountsModule, MembersModule, SsoModule],
  controllers: [ScimDiscoveryHttpController, ScimGroupsHttpController, ScimUsersHttpController],
  providers: [
    ExpiredScimTokensSweep,
    GroupRoles,
    ScimAccounts,
    ScimAnswers,
    ScimAudit,
    ScimGroupsReadModel,
    ScimGroupsRepository,
    ScimGroupsService,
    ScimTokenUse,
    ScimTokensController,
    ScimTokensRepository,
    ScimTokensService,
    ScimUsersReadModel,
    ScimUsersRepository,
    ScimUsersService,
  ],
})
export class ScimModule {}
