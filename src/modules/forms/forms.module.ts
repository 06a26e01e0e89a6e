import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BoardsModule } from '../boards';
import { ColumnsModule } from '../columns';
import { FilesModule } from '../files';
import { ItemsModule } from '../items';
import { CurrentFormsReadModel } from './current-forms.read-model';
import { FormDefinitionsService } from './form-definitions.service';
import { FormViewsService } from './form-views.service';
import { FormEntity } from './form.entity';
import { FormsController } from './forms.controller';
import { FormsPurgeService } from './forms-purge.service';
import { FormsReadModel } from './forms.read-model';
import { FormsRepository } from './forms.repository';
import { FormsService } from './forms.service';
import { ItemContentsService } from './mapping/item-contents.service';
import { MappingsService } from './mapping/mappings.service';
import { FormPageHttpController } from './page/form-page.http.controller';
import { FormPageService } from './page/form-page.service';
import { KeptFilesService } from './page/kept-files.service';
import { PageReceptionService } from './page/page-reception.service';
import { PageTokensService } from './page/page-tokens.service';
import { FormCallersService } from './public/form-callers.service';
import { FormFilesService } from './public/form-files.service';
import { OpenFormsReadModel } from './public/open-forms.read-model';
import { PublicFormsHttpController } from './public/public-forms.http.controller';
import { PublicFormsService } from './public/public-forms.service';
import { SubmissionFilesService } from './public/submission-files.service';
import { SubmissionPreparationService } from './public/submission-preparation.service';
import { SubmissionWritesService } from './public/submission-writes.service';
import { PurgeFormJob } from './purge-form.job';
import { FormSubmissionCountEntity } from './submissions/form-submission-count.entity';
import { FormSubmissionEntity } from './submissions/form-submission.entity';
import { SubmissionsController } from './submissions/submissions.controller';
import { SubmissionsReadModel } from './submissions/submissions.read-model';
import { SubmissionsRepository } from './submissions/submissions.repository';
import { SubmissionsService } from './submissions/submissions.service';

@Module({
  imports: [
    BoardsModule,
    ColumnsModule,
    FilesModule,
    ItemsModule,
    TypeOrmModule.forFeature([FormEntity, FormSubmissionCountEntity, FormSubmissionEntity]),
  ],
  controllers: [FormPageHttpController, PublicFormsHttpController],
  providers: [
    CurrentFormsReadModel,
    FormCallersService,
    FormDefinitionsService,
    FormFilesService,
    FormPageService,
    FormViewsService,
    FormsController,
    FormsPurgeService,
    FormsReadModel,
    FormsRepository,
    FormsService,
    ItemContentsService,
    KeptFilesService,
    MappingsService,
    OpenFormsReadModel,
    PageReceptionService,
    PageTokensService,
    PublicFormsService,
    PurgeFormJob,
    SubmissionFilesService,
    SubmissionPreparationService,
    SubmissionWritesService,
    SubmissionsController,
    SubmissionsReadModel,
    SubmissionsRepository,
    SubmissionsService,
  ],
  exports: [CurrentFormsReadModel, FormsReadModel, SubmissionsReadModel],
})
export class FormsModule {}
