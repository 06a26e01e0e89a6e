import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TemplateCatalog } from './template-catalog';
import { TemplatePurgeJob } from './template-purge.job';
import { TemplateEntity } from './template.entity';
import { TemplatesController } from './templates.controller';
import { TemplatesReadModel } from './templates.read-model';
import { TemplatesRepository } from './templates.repository';
import { TemplatesService } from './templates.service';

@Module({
  imports: [TypeOrmModule.forFeature([TemplateEntity])],
  providers: [
    TemplateCatalog,
    TemplatePurgeJob,
    TemplatesController,
    TemplatesReadModel,
    TemplatesRepository,
    TemplatesService,
  ],
  exports: [TemplateCatalog],
})
export class TemplatesModule {}
