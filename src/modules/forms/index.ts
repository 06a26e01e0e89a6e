export { CurrentFormsReadModel, type NamedForm } from './current-forms.read-model';
export { FormsModule } from './forms.module';
export { FormsReadModel } from './forms.read-model';
export { SubmissionsReadModel } from './submissions/submissions.read-model';
export { formsUpdate } from './forms.schemas';
export { rejectStoredForm } from './mapping/stored-form';
export { submission as submissionSchema } from './submissions/submissions.schemas';
