import { Module } from '@nestjs/common';
import { HealthHttpController } from './health.http.controller';
import { MailStateService } from './mail-state.service';
import { ReadinessService } from './readiness.service';
import { StorageCheckService } from './storage-check.service';

@Module({
  controllers: [HealthHttpController],
  providers: [MailStateService, ReadinessService, StorageCheckService],
})
export class HealthModule {}
