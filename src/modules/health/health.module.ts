import { Module } from '@nestjs/common';
import { HealthHttpController } from './health.http.controller';
import { ReadinessService } from './readiness.service';
import { StorageCheckService } from './storage-check.service';

@Module({ controllers: [HealthHttpController], providers: [ReadinessService, StorageCheckService] })
export class HealthModule {}
