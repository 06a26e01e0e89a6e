import type { CallContext } from '../../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../../rpc/procedure.decorator';
import type { Input } from '../../../rpc/schema';
import * as schemas from './submissions.schemas';
import { SubmissionsService } from './submissions.service';

@Procedures()
export class SubmissionsController {
  constructor(private readonly submissions: SubmissionsService) {}

  @QueryProcedure('forms.submissions.list', {
    ...schemas.submissionsList,
    scope: 'read',
    role: 'member',
    description: 'The submissions of a form, newest first, optionally with one status.',
  })
  list(context: CallContext, input: schemas.SubmissionsListInput) {
    return this.submissions.list(context, input);
  }

  @QueryProcedure('forms.submissions.get', {
    ...schemas.submissionsGet,
    scope: 'read',
    role: 'member',
    description:
      'A submission. `omitted` lists the answers that did not fit the columns of the board when the form was submitted.',
  })
  get(context: CallContext, { id }: Input<typeof schemas.submissionsGet>) {
    return this.submissions.get(context, id);
  }

  @MutationProcedure('forms.submissions.update', {
    ...schemas.submissionsUpdate,
    scope: 'write',
    role: 'member',
    description:
      'Marks a submission as new, reviewed or archived. Requires permission to edit items on the board.',
  })
  update(context: CallContext, input: schemas.SubmissionsUpdateInput) {
    return this.submissions.update(context, input);
  }
}
