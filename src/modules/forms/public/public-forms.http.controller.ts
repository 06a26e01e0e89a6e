import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import type { GuardedCall } from '../../../access/guarded-call';
import { Call } from '../../../http/routes/call.decorator';
import { PublicRoute } from '../../../http/routes/http-route.decorators';
import { Upload, type UploadedForm } from '../../../http/bodies/uploaded-form';
import type { FileRecord } from '../../files';
import { FormFilesService } from './form-files.service';
import { PublicFormsService } from './public-forms.service';

/** The largest submission, in bytes. */
export const SUBMISSION_MAX_BYTES = 1024 * 1024;

@Controller('api/forms')
export class PublicFormsHttpController {
  constructor(
    private readonly forms: PublicFormsService,
    private readonly files: FormFilesService,
  ) {}

  /** The body is a flat object of answers by field key (specification, "Public submission"). */
  @Post(':id/submit')
  @HttpCode(200)
  @PublicRoute({ maxBytes: SUBMISSION_MAX_BYTES })
  async submit(@Call() call: GuardedCall, @Param('id') id: string, @Body() body: unknown) {
    const caller = await this.forms.caller(call);
    const { message, submissionId } = await this.forms.submit(call, caller, id, body ?? {});
    return { success: true, message, submissionId };
  }

  /** For the file fields of the form; a submission names the ids. */
  @Post(':id/files')
  @PublicRoute({ accepts: 'multipart' })
  async upload(
    @Call() call: GuardedCall,
    @Param('id') id: string,
    @Upload() form: UploadedForm,
  ): Promise<{ files: FileRecord[] }> {
    const caller = await this.forms.caller(call);
    return this.files.receive(call, caller, id, form);
  }
}
