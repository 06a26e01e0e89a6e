import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EventFeedModule } from '../events';
import { DeliveriesController } from './deliveries/deliveries.controller';
import { DeliveriesReadModel } from './deliveries/deliveries.read-model';
import { DeliveriesRepository } from './deliveries/deliveries.repository';
import { DeliveriesService } from './deliveries/deliveries.service';
import { DeliveryEntity } from './deliveries/delivery.entity';
import { ExpiredDeliveriesSweep } from './deliveries/expired-deliveries.sweep';
import { MatchingWebhooksReadModel } from './deliveries/matching-webhooks.read-model';
import { ReplayService } from './deliveries/replay.service';
import { WebhooksSubscriber } from './deliveries/webhooks.subscriber';
import { DisablingService } from './disabling/disabling.service';
import { EndDeliveriesJob } from './disabling/end-deliveries.job';
import { SendDisabledNoticeJob } from './disabling/send-disabled-notice.job';
import { ResealWebhookSecretsSweep } from './secrets/reseal-webhook-secrets.sweep';
import { WebhookSecretsService } from './secrets/webhook-secrets.service';
import { ClaimsRepository } from './sending/claims.repository';
import { DeliveryDispatcherService } from './sending/delivery-dispatcher.service';
import { DeliveryLagReadModel } from './sending/delivery-lag.read-model';
import { DeliveryLagSweep } from './sending/delivery-lag.sweep';
import { DeliveryMetricsService } from './sending/delivery-metrics.service';
import { DeliveryResultsRepository } from './sending/delivery-results.repository';
import { DeliveryResultsService } from './sending/delivery-results.service';
import { SuccessfulDeliveriesService } from './sending/successful-deliveries.service';
import { PayloadsService } from './sending/payloads.service';
import { WebhookSenderService } from './sending/webhook-sender.service';
import { WebhookTargetsService } from './webhook-targets.service';
import { WebhookTestService } from './webhook-test.service';
import { WebhookEntity } from './webhook.entity';
import { WebhooksController } from './webhooks.controller';
import { WebhooksRepository } from './webhooks.repository';
import { WebhooksService } from './webhooks.service';

@Module({
  imports: [TypeOrmModule.forFeature([DeliveryEntity, WebhookEntity]), EventFeedModule],
  providers: [
    ClaimsRepository,
    DeliveriesController,
    DeliveriesReadModel,
    DeliveriesRepository,
    DeliveriesService,
    DeliveryDispatcherService,
    DeliveryLagReadModel,
    DeliveryLagSweep,
    DeliveryMetricsService,
    DeliveryResultsRepository,
    DeliveryResultsService,
    SuccessfulDeliveriesService,
    DisablingService,
    EndDeliveriesJob,
    ExpiredDeliveriesSweep,
    MatchingWebhooksReadModel,
    PayloadsService,
    ReplayService,
    ResealWebhookSecretsSweep,
    SendDisabledNoticeJob,
    WebhooksController,
    WebhookSecretsService,
    WebhookSenderService,
    WebhooksRepository,
    WebhooksService,
    WebhooksSubscriber,
    WebhookTargetsService,
    WebhookTestService,
  ],
  exports: [WebhookSecretsService],
})
export class WebhooksModule {}
