import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BoardsModule } from '../boards';
import { ColumnsModule } from '../columns';
import { FormsModule } from '../forms';
import { ItemsModule } from '../items';
import { OrganizationsModule } from '../organizations';
import { ActionCallsService } from './actions/action-calls.service';
import { AutomationEntity } from './automation.entity';
import { AutomationViewsService } from './automation-views.service';
import { AutomationsController } from './automations.controller';
import { AutomationsReadModel } from './automations.read-model';
import { AutomationsRepository } from './automations.repository';
import { AutomationsService } from './automations.service';
import { DefinitionCheckService } from './definitions/definition-check.service';
import { AutomationExecutionEntity } from './executions/automation-execution.entity';
import { DeletedRecordsSubscriber } from './disabling/deleted-records.subscriber';
import { DisablingService } from './disabling/disabling.service';
import { AutomationEffectEntity } from './effects/automation-effect.entity';
import { AutomationMailHourEntity } from './effects/automation-mail-hour.entity';
import { DeadEffectsService } from './effects/dead-effects.service';
import { EffectAttemptsService } from './effects/effect-attempts.service';
import { EffectClaimsRepository } from './effects/effect-claims.repository';
import { EffectDispatcherService } from './effects/effect-dispatcher.service';
import { EffectLagReadModel } from './effects/effect-lag.read-model';
import { EffectLagSweep } from './effects/effect-lag.sweep';
import { EffectMetricsService } from './effects/effect-metrics.service';
import { EffectResultsRepository } from './effects/effect-results.repository';
import { EffectSenderService } from './effects/effect-sender.service';
import { EffectsRepository } from './effects/effects.repository';
import { MailLimitRepository } from './effects/mail-limit.repository';
import { OutwardActionsService } from './effects/outward-actions.service';
import { ResealAutomationSecretsSweep } from './effects/reseal-automation-secrets.sweep';
import { ExecutionsReadModel } from './executions/executions.read-model';
import { ExecutionsRepository } from './executions/executions.repository';
import { AutomationCopiesService } from './lifecycle/automation-copies.service';
import { AutomationDeletionService } from './lifecycle/automation-deletion.service';
import { AutomationsPurgeService } from './lifecycle/automations-purge.service';
import { PurgeAutomationJob } from './lifecycle/purge-automation.job';
import { AutomationHookEntity } from './hooks/automation-hook.entity';
import { HookExecutionsService } from './hooks/hook-executions.service';
import { HookReceptionService } from './hooks/hook-reception.service';
import { HooksHttpController } from './hooks/hooks.http.controller';
import { HooksRepository } from './hooks/hooks.repository';
import { HooksService } from './hooks/hooks.service';
import { AutomationRunsController } from './manual/automation-runs.controller';
import { DryExecutionService } from './manual/dry-execution.service';
import { DryRunService } from './manual/dry-run.service';
import { ManagedAutomationsService } from './manual/managed-automations.service';
import { ManualExecutionService } from './manual/manual-execution.service';
import { ManualRunService } from './manual/manual-run.service';
import { MatchingEventsService } from './manual/matching-events.service';
import { AutomationContextService } from './running/automation-context.service';
import { AutomationRunService } from './running/automation-run.service';
import { ChainLimitService } from './running/chain-limit.service';
import { AutomationsSubscriber } from './running/automations.subscriber';
import { ExecutionFactsService } from './running/execution-facts.service';
import { ExecutionQueueService } from './running/execution-queue.service';
import { ExecutionRunnerService } from './running/execution-runner.service';
import { LostAccessService } from './running/lost-access.service';
import { RunAutomationsJob } from './running/run-automations.job';
import { TriggeringItemService } from './running/triggering-item.service';
import { AutomationScheduleEntity } from './schedules/automation-schedule.entity';
import { DatedItemsReadModel } from './schedules/dated-items.read-model';
import { ScheduleClaimsRepository } from './schedules/schedule-claims.repository';
import { ScheduleFiringService } from './schedules/schedule-firing.service';
import { SchedulePreviewController } from './schedules/schedule-preview.controller';
import { SchedulePreviewService } from './schedules/schedule-preview.service';
import { ScheduleTickService } from './schedules/schedule-tick.service';
import { SchedulesRepository } from './schedules/schedules.repository';
import { SchedulesService } from './schedules/schedules.service';
import { TimeZoneSubscriber } from './schedules/time-zone.subscriber';
import { TemplateVariablesService } from './templates/template-variables.service';

@Module({
  imports: [
    BoardsModule,
    ColumnsModule,
    FormsModule,
    ItemsModule,
    OrganizationsModule,
    TypeOrmModule.forFeature([
      AutomationEffectEntity,
      AutomationEntity,
      AutomationExecutionEntity,
      AutomationHookEntity,
      AutomationMailHourEntity,
      AutomationScheduleEntity,
    ]),
  ],
  controllers: [HooksHttpController],
  providers: [
    ActionCallsService,
    AutomationContextService,
    AutomationCopiesService,
    AutomationDeletionService,
    AutomationRunService,
    AutomationRunsController,
    AutomationViewsService,
    AutomationsController,
    AutomationsPurgeService,
    AutomationsReadModel,
    AutomationsRepository,
    AutomationsService,
    AutomationsSubscriber,
    ChainLimitService,
    DatedItemsReadModel,
    DeadEffectsService,
    DefinitionCheckService,
    DeletedRecordsSubscriber,
    DisablingService,
    EffectAttemptsService,
    EffectClaimsRepository,
    EffectDispatcherService,
    EffectLagReadModel,
    EffectLagSweep,
    EffectMetricsService,
    EffectResultsRepository,
    EffectSenderService,
    EffectsRepository,
    DryExecutionService,
    DryRunService,
    ExecutionFactsService,
    ExecutionQueueService,
    ExecutionRunnerService,
    ExecutionsReadModel,
    ExecutionsRepository,
    HookExecutionsService,
    HookReceptionService,
    HooksRepository,
    HooksService,
    LostAccessService,
    ManagedAutomationsService,
    ManualExecutionService,
    ManualRunService,
    MatchingEventsService,
    MailLimitRepository,
    OutwardActionsService,
    PurgeAutomationJob,
    ResealAutomationSecretsSweep,
    RunAutomationsJob,
    ScheduleClaimsRepository,
    ScheduleFiringService,
    SchedulePreviewController,
    SchedulePreviewService,
    ScheduleTickService,
    SchedulesRepository,
    SchedulesService,
    TemplateVariablesService,
    TimeZoneSubscriber,
    TriggeringItemService,
  ],
})
export class AutomationsModule {}
