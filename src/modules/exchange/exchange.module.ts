import { Module } from '@nestjs/common';
import { BoardsModule } from '../boards';
import { ColumnsModule } from '../columns';
import { ItemsModule } from '../items';
import { AbandonedUploadsSweep } from './abandoned-uploads.sweep';
import { ExpiredImportsSweep } from './expired-imports.sweep';
import { ExportsController } from './exports.controller';
import { ExportsHttpController } from './exports.http.controller';
import { ExportsService } from './exports.service';
import { ImportJob } from './import.job';
import { ImportHandover } from './importing/import-handover';
import { ImportPlace } from './importing/import-place';
import { ImportPreparation } from './importing/import-preparation';
import { ImportRun } from './importing/import-run';
import { ImportWriter } from './importing/import-writer';
import { LinkFinder } from './importing/link-finder';
import { ReadingTurns } from './importing/reading-turns';
import { TableStatistics } from './importing/table-statistics.repository';
import { ImportFiles } from './import-files';
import { ImportUploadsRepository } from './import-uploads.repository';
import { ImportUploads } from './import-uploads.service';
import { ImportsController } from './imports.controller';
import { ImportsHttpController } from './imports.http.controller';
import { ImportsRepository } from './imports.repository';
import { ImportsService } from './imports.service';

@Module({
  imports: [BoardsModule, ColumnsModule, ItemsModule],
  controllers: [ExportsHttpController, ImportsHttpController],
  providers: [
    AbandonedUploadsSweep,
    ExpiredImportsSweep,
    ExportsController,
    ExportsService,
    ImportFiles,
    ImportHandover,
    ImportJob,
    ImportPlace,
    ImportPreparation,
    ImportRun,
    ImportUploads,
    ImportUploadsRepository,
    ImportWriter,
    ImportsController,
    ImportsRepository,
    ImportsService,
    LinkFinder,
    ReadingTurns,
    TableStatistics,
  ],
})
export class ExchangeModule {}
