import { type DynamicModule, Module } from '@nestjs/common';
import { AccessModule } from './access/access.module';
import { EVENTS } from './event-catalogue';
import { AccountsModule } from './modules/accounts';
import { ActivityModule } from './modules/activity';
import { ArchivesModule } from './modules/archives';
import { ApiReferenceModule } from './modules/api-reference';
import { AuditModule } from './modules/audit';
import { AutomationsModule } from './modules/automations';
import { BoardsModule } from './modules/boards';
import { ColumnsModule } from './modules/columns';
import { EventFeedModule } from './modules/events';
import { ChangesModule } from './modules/changes/changes.module';
import { ExchangeModule } from './modules/exchange';
import { FilesModule } from './modules/files';
import { FormsModule } from './modules/forms';
import { HealthModule } from './modules/health';
import { HierarchyModule } from './modules/hierarchy';
import { IdentityProvidersModule } from './modules/identity-providers';
import { McpModule } from './modules/mcp';
import { MembersModule } from './modules/members';
import { CommentsModule } from './modules/comments';
import { ItemsModule } from './modules/items';
import { NotificationsModule } from './modules/notifications';
import { OAuthModule } from './modules/oauth';
import { OrganizationsModule } from './modules/organizations';
import { PagesModule } from './modules/pages';
import { PreferencesModule } from './modules/preferences';
import { ProjectsModule } from './modules/projects';
import { SchedulerModule } from './modules/scheduler';
import { ServiceAccountsModule } from './modules/service-accounts';
import { SsoModule } from './modules/sso';
import { TemplatesModule } from './modules/templates';
import { RealtimeModule } from './modules/realtime';
import { PeopleGroupsModule } from './modules/people-groups';
import { ScimModule } from './modules/scim';
import { SearchModule } from './modules/search';
import { TokensModule } from './modules/tokens';
import { PermissionsModule } from './modules/permissions';
import { ViewsModule } from './modules/views';
import { WebhooksModule } from './modules/webhooks';
import { WorkspacesModule } from './modules/workspaces';
import { BroadcastModule } from './platform/broadcast/broadcast.module';
import { CacheModule } from './platform/cache/cache.module';
import { ConfigModule } from './platform/config/config.module';
import type { Configuration } from './platform/config/configuration';
import { NO_PATIENCE } from './platform/database/startup/connect-retry';
import { DatabaseModule } from './platform/database/database.module';
import { EventsModule } from './platform/events/events.module';
import { JobsModule } from './platform/jobs/jobs.module';
import { OutboundModule } from './platform/http/outbound.module';
import { OpenIdModule } from './platform/openid/open-id.module';
import { LifecycleModule } from './platform/lifecycle/lifecycle.module';
import type { Log } from './platform/logging/log';
import { LoggingModule } from './platform/logging/logging.module';
import { MetricsModule } from './platform/metrics/metrics.module';
import { MailModule } from './platform/mail/mail.module';
import { CryptoModule } from './platform/crypto/crypto.module';
import { ImagesModule } from './platform/images/images.module';
import { StorageModule } from './platform/storage/storage.module';
import { HttpModule } from './http/http.module';
import { RpcModule } from './rpc/rpc.module';

@Module({})
export class AppModule {
  static of(
    configuration: Configuration,
    databaseUrl: string,
    log: Log,
    patience = NO_PATIENCE,
  ): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.of(configuration),
        LifecycleModule,
        LoggingModule.of(log),
        MetricsModule,
        DatabaseModule.at(databaseUrl, configuration.database, log, patience),
        CacheModule,
        BroadcastModule,
        EventsModule.of(EVENTS),
        JobsModule,
        MailModule,
        OutboundModule,
        OpenIdModule,
        CryptoModule,
        ImagesModule,
        StorageModule,
        AccessModule,
        HttpModule,
        RpcModule,
        HealthModule,
        HierarchyModule,
        IdentityProvidersModule,
        AccountsModule,
        ActivityModule,
        ArchivesModule,
        ApiReferenceModule,
        AuditModule,
        AutomationsModule,
        BoardsModule,
        ColumnsModule,
        EventFeedModule,
        ChangesModule,
        ExchangeModule,
        FilesModule,
        FormsModule,
        McpModule,
        MembersModule,
        CommentsModule,
        ItemsModule,
        NotificationsModule,
        OAuthModule,
        OrganizationsModule,
        PagesModule,
        PreferencesModule,
        ProjectsModule,
        RealtimeModule,
        SchedulerModule,
        PeopleGroupsModule,
        ScimModule,
        SearchModule,
        ServiceAccountsModule,
        SsoModule,
        TemplatesModule,
        TokensModule,
        PermissionsModule,
        ViewsModule,
        WebhooksModule,
        WorkspacesModule,
      ],
    };
  }
}
