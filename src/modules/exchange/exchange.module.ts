import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BoardsModule } from '../boards';
import { ColumnsModule } from '../columns';
import { FilesModule } from '../files';
import { ItemsModule } from '../items';
import { AbandonedUploadsSweep } from './uploads/abandoned-uploads.sweep';
import { ExpiredImportsSweep } from './expired-imports.sweep';
import { ExportsController } from './exporting/exports.controller';
import { ExportsHttpController } from './exporting/exports.http.controller';
import { ExportsService } from './exporting/exports.service';
import { ImportCausesService } from './import-causes.service';
import { ImportJob } from './import.job';
import { ImportStagingService } from './importing/import-staging.service';
import { ImportTargetService } from './importing/import-target.service';
import { ImportLookupsService } from './importing/rows/import-lookups.service';
import { ImportPreparationService } from './importing/import-preparation.service';
import { ImportRunService } from './importing/import-run.service';
import { ImportWriterService } from './importing/import-writer.service';
import { LargeFilesService } from './importing/large-files.service';
import { LinkFinderService } from './importing/link-finder.service';
import { ImportSlotsService } from './importing/import-slots.service';
import { TableStatisticsRepository } from './importing/table-statistics.repository';
import { ImportFilesService } from './uploads/import-files.service';
import { ImportUploadsRepository } from './uploads/import-uploads.repository';
import { ImportUploadsService } from './uploads/import-uploads.service';
import { ImportsController } from './imports.controller';
import { ImportsHttpController } from './imports.http.controller';
import { ImportsRepository } from './imports.repository';
import { ImportsService } from './imports.service';
import { ImportUploadEntity } from './uploads/import-upload.entity';
import { ImportEntity } from './import.entity';
import { WholeImportJob } from './whole-import.job';

@Module({
  imports: [
    TypeOrmModule.forFeature([ImportUploadEntity, ImportEntity]),
    BoardsModule,
    ColumnsModule,
    FilesModule,
    ItemsModule,
  ],
  controllers: [ExportsHttpController, ImportsHttpController],
  providers: [
    AbandonedUploadsSweep,
    ExpiredImportsSweep,
    ExportsController,
    ExportsService,
    ImportCausesService,
    ImportFilesService,
    ImportStagingService,
    ImportJob,
    ImportTargetService,
    ImportLookupsService,
    ImportPreparationService,
    ImportRunService,
    ImportUploadsService,
    ImportUploadsRepository,
    ImportWriterService,
    ImportsController,
    ImportsRepository,
    ImportsService,
    LargeFilesService,
    LinkFinderService,
    ImportSlotsService,
    TableStatisticsRepository,
    WholeImportJob,
  ],
  exports: [ImportCausesService],
})
export class ExchangeModule {}
