import { Module } from '@nestjs/common';
import { IndexBoardJob } from './index-board.job';
import { IndexChangesJob } from './index-changes.job';
import { IndexOrganizationJob } from './index-organization.job';
import { SearchController } from './search.controller';
import { SearchDocumentsRepository } from './search-documents.repository';
import { SearchDocumentsSweep } from './search-documents.sweep';
import { SearchFill } from './search-fill.schedule';
import { SearchFillsRepository } from './search-fills.repository';
import { SearchIndexer } from './search-indexer';
import { SearchIndexSubscriber } from './search-index.subscriber';
import { SearchMarks } from './search-marks';
import { SearchReadModel } from './search.read-model';
import { SearchService } from './search.service';
import { SearchSourcesReadModel } from './search-sources.read-model';

@Module({
  providers: [
    IndexBoardJob,
    IndexChangesJob,
    IndexOrganizationJob,
    SearchController,
    SearchDocumentsRepository,
    SearchDocumentsSweep,
    SearchFill,
    SearchFillsRepository,
    SearchIndexSubscriber,
    SearchIndexer,
    SearchMarks,
    SearchReadModel,
    SearchService,
    SearchSourcesReadModel,
  ],
})
export class SearchModule {}
