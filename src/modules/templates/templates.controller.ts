import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../rpc/schema';
import { TemplateCatalog } from './template-catalog';
import { presentTemplate, presentWholeTemplate } from './templates.presenter';
import * as schemas from './templates.schemas';
import { TemplatesService } from './templates.service';

@Procedures()
export class TemplatesController {
  constructor(
    private readonly templates: TemplatesService,
    private readonly catalog: TemplateCatalog,
  ) {}

  @QueryProcedure('templates.list', {
    ...schemas.templatesList,
    scope: 'read',
    role: 'member',
    description:
      "Templates for boards.create and projects.create: those that come with Trestle, then the organization's own, oldest first. `kind` narrows to those of boards or of projects.",
  })
  async list(context: CallContext, { kind, cursor, limit }: schemas.TemplatesListInput) {
    const page = { kind: kind ?? null, after: cursor ?? null, limit };
    const { rows, nextCursor } = await this.catalog.list(context, page);
    return { templates: rows.map(presentTemplate), nextCursor };
  }

  @QueryProcedure('templates.get', {
    ...schemas.templatesGet,
    scope: 'read',
    role: 'member',
    description:
      'One template with the boards, groups and columns that it makes. Ids in it are only what its own configs refer to: what is made gets new ones.',
  })
  async get(context: CallContext, { id }: Input<typeof schemas.templatesGet>) {
    return presentWholeTemplate(await this.catalog.get(context, id));
  }

  @MutationProcedure('templates.create', {
    ...schemas.templatesCreate,
    scope: 'write',
    role: 'member',
    description:
      'Makes a template of a board, or of a project with up to 50 boards, for the whole organization: groups, columns and settings as they are now, without items. Configs lose what they name elsewhere, columns the people and items of their default values. For whoever may make boards somewhere.',
  })
  create(context: CallContext, input: schemas.TemplatesCreateInput) {
    return this.templates.create(context, input);
  }

  @MutationProcedure('templates.delete', {
    ...schemas.templatesDelete,
    scope: 'delete',
    role: 'member',
    description:
      'Deletes one of the organization’s own templates; what was made from it stays. For who made it and for administrators.',
  })
  async delete(context: CallContext, { id }: Input<typeof schemas.templatesDelete>) {
    await this.templates.delete(context, id);
    return SUCCESS;
  }
}
