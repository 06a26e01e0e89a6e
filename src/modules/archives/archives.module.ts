import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ReadSnapshot } from '../../platform/database/snapshot/read-snapshot';
import { AccountsModule } from '../accounts';
import { ArchivesController } from './archives.controller';
import { ArchivesHttpController } from './archives.http.controller';
import { ArchivesRepository } from './archives.repository';
import { ArchivesService } from './archives.service';
import { ExportOrganizationJob } from './export-organization.job';
import { SendArchiveNoticeJob } from './notice/send-archive-notice.job';
import { OrganizationExportEntity } from './organization-export.entity';
import { ArchiveWriterService } from './writing/archive-writer.service';

@Module({
  imports: [AccountsModule, TypeOrmModule.forFeature([OrganizationExportEntity])],
  controllers: [ArchivesHttpController],
  providers: [
    ArchivesController,
    ArchivesRepository,
    ArchivesService,
    ArchiveWriterService,
    ExportOrganizationJob,
    ReadSnapshot,
    SendArchiveNoticeJob,
  ],
})
export class ArchivesModule {}
