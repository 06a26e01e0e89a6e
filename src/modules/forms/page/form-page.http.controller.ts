import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import type { GuardedCall } from '../../../access/guarded-call';
import { Submitted, type SubmittedForm } from '../../../http/bodies/submitted-form';
import type { Page } from '../../../http/pages/page';
import { PageRoute } from '../../../http/pages/page-route.decorator';
import { Call } from '../../../http/routes/call.decorator';
import { SUBMISSION_MAX_BYTES } from '../public/public-forms.http.controller';
import { FormPageService } from './form-page.service';

/** URL encoding makes three characters of a byte. */
const BODY_MAX_BYTES = 3 * SUBMISSION_MAX_BYTES;

/** The page of a form, at its `publicUrl`. */
@Controller('forms')
export class FormPageHttpController {
  constructor(private readonly pages: FormPageService) {}

  @Get(':id')
  @PageRoute()
  show(@Call() call: GuardedCall, @Param('id') id: string, @Query('done') done: unknown): Promise<Page> {
    return this.pages.show(call, id, done === 'submitted');
  }

  @Post(':id')
  @PageRoute({ accepts: 'form-or-multipart', maxBytes: BODY_MAX_BYTES })
  submit(
    @Call() call: GuardedCall,
    @Param('id') id: string,
    @Submitted() submitted: SubmittedForm,
  ): Promise<Page> {
    return this.pages.submit(call, id, submitted);
  }
}
