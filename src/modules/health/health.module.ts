import { Module } from '@nestjs/common';
import { HealthHttpController } from './health.http.controller';
import { Readiness } from './readiness';
import { StorageCheck } from './storage-check';

@Module({ controllers: [HealthHttpController], providers: [Readiness, StorageCheck] })
export class HealthModule {}
