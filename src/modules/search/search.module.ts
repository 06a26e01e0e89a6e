import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IndexBoardJob } from './index/index-board.job';
import { IndexChangesJob } from './index/index-changes.job';
import { IndexOrganizationJob } from './index/index-organization.job';
import { SearchController } from './search.controller';
import { SearchDocumentsRepository } from './index/search-documents.repository';
import { SearchDocumentsSweep } from './index/search-documents.sweep';
import { SearchFillSweep } from './index/search-fill.sweep';
import { SearchFillsRepository } from './index/search-fills.repository';
import { SearchIndexerService } from './index/search-indexer.service';
import { SearchIndexSubscriber } from './index/search-index.subscriber';
import { SearchCursorPositionsCache } from './search-cursor-positions.cache';
import { SearchReadModel } from './search.read-model';
import { SearchService } from './search.service';
import { SearchSourcesReadModel } from './index/search-sources.read-model';
import { SearchDocumentEntity } from './index/search-document.entity';
import { SearchFillEntity } from './index/search-fill.entity';
import { SearchWordEntity } from './index/search-word.entity';

@Module({
  imports: [TypeOrmModule.forFeature([SearchDocumentEntity, SearchFillEntity, SearchWordEntity])],
  providers: [
    IndexBoardJob,
    IndexChangesJob,
    IndexOrganizationJob,
    SearchController,
    SearchDocumentsRepository,
    SearchDocumentsSweep,
    SearchFillSweep,
    SearchFillsRepository,
    SearchIndexSubscriber,
    SearchIndexerService,
    SearchCursorPositionsCache,
    SearchReadModel,
    SearchService,
    SearchSourcesReadModel,
  ],
  exports: [IndexOrganizationJob],
})
export class SearchModule {}
