import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DueItemsRepository } from './due/due-items.repository';
import { DueItemsSweep } from './due/due-items.sweep';
import { NotificationDueDayEntity } from './due/notification-due-day.entity';
import { NotifyDueItemsJob } from './due/notify-due-items.job';
import { NotificationMailHourEntity } from './mail/notification-mail-hour.entity';
import { NotificationMailEntity } from './mail/notification-mail.entity';
import { NotificationMailsRepository } from './mail/notification-mails.repository';
import { NotificationMailsService } from './mail/notification-mails.service';
import { SendDigestJob } from './mail/send-digest.job';
import { SendNotificationMailJob } from './mail/send-notification-mail.job';
import { NotificationCountEntity } from './notification-count.entity';
import { NotificationEntity } from './notification.entity';
import { NotificationsController } from './notifications.controller';
import { NotificationsReadModel } from './notifications.read-model';
import { NotificationsRepository } from './notifications.repository';
import { NotificationsService } from './notifications.service';
import { NotificationPreferenceEntity } from './preferences/notification-preference.entity';
import { PreferencesRepository } from './preferences/preferences.repository';
import { PreferencesService } from './preferences/preferences.service';
import { CandidatesService } from './sending/candidates.service';
import { HiddenNotificationsSubscriber } from './sending/hidden-notifications.subscriber';
import { NotificationsSubscriber } from './sending/notifications.subscriber';
import { NotifierService } from './sending/notifier.service';
import { SourcesReadModel } from './sending/sources.read-model';
import { UnsubscribeLinksService } from './unsubscribe/unsubscribe-links.service';
import { UnsubscribePageHttpController } from './unsubscribe/unsubscribe-page.http.controller';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      NotificationCountEntity,
      NotificationDueDayEntity,
      NotificationEntity,
      NotificationMailEntity,
      NotificationMailHourEntity,
      NotificationPreferenceEntity,
    ]),
  ],
  controllers: [UnsubscribePageHttpController],
  providers: [
    CandidatesService,
    DueItemsRepository,
    DueItemsSweep,
    HiddenNotificationsSubscriber,
    NotificationMailsRepository,
    NotificationMailsService,
    NotificationsController,
    NotificationsReadModel,
    NotificationsRepository,
    NotificationsService,
    NotificationsSubscriber,
    NotifierService,
    NotifyDueItemsJob,
    PreferencesRepository,
    PreferencesService,
    SendDigestJob,
    SendNotificationMailJob,
    SourcesReadModel,
    UnsubscribeLinksService,
  ],
  exports: [NotificationsService],
})
export class NotificationsModule {}
