import { Module } from '@nestjs/common';
import { BoardsModule } from '../boards';
import { ColumnsModule } from '../columns';
import { ItemsModule } from '../items';
import { ExpiredImportsSweep } from './expired-imports.sweep';
import { ExportsController } from './exports.controller';
import { ExportsHttpController } from './exports.http.controller';
import { ExportsService } from './exports.service';
import { ImportJob } from './import.job';
import { ImportPlace } from './importing/import-place';
import { ImportPreparation } from './importing/import-preparation';
import { ImportWriter } from './importing/import-writer';
import { ImportsController } from './imports.controller';
import { ImportsRepository } from './imports.repository';
import { ImportsService } from './imports.service';

@Module({
  imports: [BoardsModule, ColumnsModule, ItemsModule],
  controllers: [ExportsHttpController],
  providers: [
    ExpiredImportsSweep,
    ExportsController,
    ExportsService,
    ImportJob,
    ImportPlace,
    ImportPreparation,
    ImportWriter,
    ImportsController,
    ImportsRepository,
    ImportsService,
  ],
})
export class ExchangeModule {}
