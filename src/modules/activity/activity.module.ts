import { Module } from '@nestjs/common';
import { ActivityController } from './activity.controller';
import { ActivityReadModel } from './activity.read-model';
import { ActivityRepository } from './activity.repository';
import { ActivityService } from './activity.service';
import { ActivitySubscriber } from './activity.subscriber';
import { ForgetItemsJob } from './forget-items.job';
import { OldActivitySweep } from './old-activity.sweep';

@Module({
  providers: [
    ActivityController,
    ActivityReadModel,
    ActivityRepository,
    ActivityService,
    ActivitySubscriber,
    ForgetItemsJob,
    ForgetItemsJob,
    OldActivitySweep,
  ],
})
export class ActivityModule {}
