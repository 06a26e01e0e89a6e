import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../rpc/schema';
import { TemplateCatalogService } from './template-catalog.service';
import { presentTemplate, presentWholeTemplate } from './templates.presenter';
import * as schemas from './templates.schemas';
import { TemplatesService } from './templates.service';

@Procedures()
export class TemplatesController {
  constructor(
    private readonly templates: TemplatesService,
    private readonly catalog: TemplateCatalogService,
  ) {}

  @QueryProcedure('templates.list', {
    ...schemas.templatesList,
    scope: 'read',
    role: 'member',
    isCompressed: true,
    description:
      "Templates for boards.create and projects.create: the built-in templates first, then the organization's, oldest first. `kind` restricts the list to board or project templates.",
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
      'One template with the boards, groups and columns that it creates. The ids in it are used only by references inside the template; created records get new ids.',
  })
  async get(context: CallContext, { id }: Input<typeof schemas.templatesGet>) {
    return presentWholeTemplate(await this.catalog.get(context, id));
  }

  @MutationProcedure('templates.create', {
    ...schemas.templatesCreate,
    scope: 'write',
    role: 'member',
    description:
      'Creates a template from a board, or from a project with up to 50 boards, for the whole organization: groups, columns and settings in their current state, without items. References to records outside the template are removed from configs, and people and items from default values. Requires the right to create boards in at least one workspace.',
  })
  create(context: CallContext, input: schemas.TemplatesCreateInput) {
    return this.templates.create(context, input);
  }

  @MutationProcedure('templates.delete', {
    ...schemas.templatesDelete,
    scope: 'delete',
    role: 'member',
    description:
      "Deletes a template of the organization. Boards and projects created from it are kept. Requires the template's creator or an admin.",
  })
  async delete(context: CallContext, { id }: Input<typeof schemas.templatesDelete>) {
    await this.templates.delete(context, id);
    return SUCCESS;
  }
}
