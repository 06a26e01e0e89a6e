import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ActivityController } from './activity.controller';
import { ActivityReadModel } from './activity.read-model';
import { ActivityRepository } from './activity.repository';
import { ActivityService } from './activity.service';
import { ActivitySubscriber } from './activity.subscriber';
import { ActivityTermEntity } from './activity-term.entity';
import { ActivityTermsRepository } from './activity-terms.repository';
import { ForgetItemsJob } from './forget-items.job';
import { OldActivitySweep } from './old-activity.sweep';
import { ActivityEntryEntity } from './activity-entry.entity';

@Module({
  imports: [TypeOrmModule.forFeature([ActivityEntryEntity, ActivityTermEntity])],
  providers: [
    ActivityController,
    ActivityReadModel,
    ActivityRepository,
    ActivityService,
    ActivitySubscriber,
    ActivityTermsRepository,
    ForgetItemsJob,
    OldActivitySweep,
  ],
})
export class ActivityModule {}
