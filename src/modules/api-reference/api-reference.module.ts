import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ReferenceDocumentsHttpController } from './reference-documents.http.controller';
import { ReferenceDocumentsService } from './reference-documents.service';
import { ViewerHttpController } from './viewer/viewer.http.controller';

/** Descriptions of the API for programs, and the page that shows them. */
@Module({
  imports: [DiscoveryModule],
  controllers: [ReferenceDocumentsHttpController, ViewerHttpController],
  providers: [ReferenceDocumentsService],
})
export class ApiReferenceModule {}
