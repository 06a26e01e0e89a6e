import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../rpc/schema';
import { FormViewsService } from './form-views.service';
import * as schemas from './forms.schemas';
import { FormsService } from './forms.service';

@Procedures()
export class FormsController {
  constructor(
    private readonly views: FormViewsService,
    private readonly forms: FormsService,
  ) {}

  @QueryProcedure('forms.list', {
    ...schemas.formsList,
    scope: 'read',
    role: 'member',
    description:
      'The forms of a board, oldest first, without their definitions. A board has at most 200 forms.',
  })
  async list(context: CallContext, { boardId }: Input<typeof schemas.formsList>) {
    return { forms: await this.views.list(context, boardId) };
  }

  @QueryProcedure('forms.get', {
    ...schemas.formsGet,
    scope: 'read',
    role: 'member',
    description: 'A form with its schema, mappings and settings. Mappings to deleted columns are omitted.',
  })
  get(context: CallContext, { id }: Input<typeof schemas.formsGet>) {
    return this.views.get(context, id);
  }

  @MutationProcedure('forms.create', {
    ...schemas.formsCreate,
    scope: 'write',
    role: 'member',
    description:
      'Creates a form on a board, as a draft. `schema` is a form.io definition; `mappings` map each field to the name or a column of the item that a submission creates.',
  })
  async create(context: CallContext, input: schemas.FormsCreateInput) {
    return this.views.present(context, await this.forms.create(context, input));
  }

  @MutationProcedure('forms.update', {
    ...schemas.formsUpdate,
    scope: 'write',
    role: 'member',
    description:
      'Updates the given fields, and the given keys of `settings`. `status` publishes and closes the form: draft → published ⇄ closed. A form with submissions cannot become a draft.',
  })
  async update(context: CallContext, input: schemas.FormsUpdateInput) {
    return this.views.present(context, await this.forms.update(context, input));
  }

  @MutationProcedure('forms.delete', {
    ...schemas.formsDelete,
    scope: 'delete',
    role: 'member',
    description:
      "Deletes a form permanently, with its submissions; the items that they created remain. Requires the form's creator or a workspace admin.",
  })
  async delete(context: CallContext, { id, expectedUpdatedAt }: Input<typeof schemas.formsDelete>) {
    await this.forms.delete(context, id, expectedUpdatedAt);
    return SUCCESS;
  }
}
