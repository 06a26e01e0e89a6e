import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ReadSnapshot } from '../../platform/database/snapshot/read-snapshot';
import { AccountsModule } from '../accounts';
import { WebhooksModule } from '../webhooks';
import { ArchivesController } from './archives.controller';
import { ArchivesHttpController } from './archives.http.controller';
import { ArchivesRepository } from './archives.repository';
import { ArchivesService } from './archives.service';
import { ExportOrganizationJob } from './export-organization.job';
import { ArchiveImportRepository } from './importing/archive-import.repository';
import { ArchiveImportService } from './importing/archive-import.service';
import { ImportedFilesService } from './importing/imported-files.service';
import { RowLoaderService } from './importing/row-loader.service';
import { SendArchiveNoticeJob } from './notice/send-archive-notice.job';
import { OrganizationExportEntity } from './organization-export.entity';
import { ArchiveWriterService } from './writing/archive-writer.service';

@Module({
  imports: [AccountsModule, WebhooksModule, TypeOrmModule.forFeature([OrganizationExportEntity])],
  controllers: [ArchivesHttpController],
  providers: [
    ArchiveImportRepository,
    ArchiveImportService,
    ArchivesController,
    ArchivesRepository,
    ArchivesService,
    ArchiveWriterService,
    ExportOrganizationJob,
    ImportedFilesService,
    ReadSnapshot,
    RowLoaderService,
    SendArchiveNoticeJob,
  ],
})
export class ArchivesModule {}
