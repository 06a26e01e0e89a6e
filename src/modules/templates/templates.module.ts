import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TemplateCatalogService } from './template-catalog.service';
import { TemplatePurgeJob } from './template-purge.job';
import { TemplateEntity } from './template.entity';
import { TemplatesController } from './templates.controller';
import { TemplatesReadModel } from './templates.read-model';
import { TemplatesRepository } from './templates.repository';
import { TemplatesService } from './templates.service';

@Module({
  imports: [TypeOrmModule.forFeature([TemplateEntity])],
  providers: [
    TemplateCatalogService,
    TemplatePurgeJob,
    TemplatesController,
    TemplatesReadModel,
    TemplatesRepository,
    TemplatesService,
  ],
  exports: [TemplateCatalogService],
})
export class TemplatesModule {}
