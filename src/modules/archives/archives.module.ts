import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ReadSnapshot } from '../../platform/database/snapshot/read-snapshot';
import { AccountsModule } from '../accounts';
import { SsoModule } from '../sso';
import { WebhooksModule } from '../webhooks';
import { ArchivesController } from './archives.controller';
import { ArchivesHttpController } from './archives.http.controller';
import { ArchivesRepository } from './archives.repository';
import { ArchivesService } from './archives.service';
import { ExportOrganizationJob } from './export-organization.job';
import { ArchiveImportRepository } from './importing/archive-import.repository';
import { ArchiveImportService } from './importing/archive-import.service';
import { ImportedFilesService } from './importing/imported-files.service';
import { NextStepsService } from './importing/next-steps/next-steps.service';
import { ArchiveRelationsRepository } from './importing/relations/archive-relations.repository';
import { RelationChecksService } from './importing/relations/relation-checks.service';
import { RowLoaderService } from './importing/row-loader.service';
import { SendArchiveNoticeJob } from './notice/send-archive-notice.job';
import { OrganizationExportEntity } from './organization-export.entity';
import { ArchiveWriterService } from './writing/archive-writer.service';

@Module({
  imports: [AccountsModule, SsoModule, WebhooksModule, TypeOrmModule.forFeature([OrganizationExportEntity])],
  controllers: [ArchivesHttpController],
  providers: [
    ArchiveImportRepository,
    ArchiveImportService,
    ArchiveRelationsRepository,
    ArchivesController,
    ArchivesRepository,
    ArchivesService,
    ArchiveWriterService,
    ExportOrganizationJob,
    ImportedFilesService,
    NextStepsService,
    ReadSnapshot,
    RelationChecksService,
    RowLoaderService,
    SendArchiveNoticeJob,
  ],
})
export class ArchivesModule {}
