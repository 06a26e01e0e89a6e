import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../rpc/schema';
import type { AutomationRecord } from './automation.record';
import { AutomationViewsService } from './automation-views.service';
import { presentAutomation, storedAutomation } from './automations.presenter';
import * as schemas from './automations.schemas';
import { AutomationsService } from './automations.service';
import { HooksService } from './hooks/hooks.service';
import { AutomationDeletionService } from './lifecycle/automation-deletion.service';

@Procedures()
export class AutomationsController {
  constructor(
    private readonly views: AutomationViewsService,
    private readonly automations: AutomationsService,
    private readonly deletion: AutomationDeletionService,
    private readonly hooks: HooksService,
  ) {}

  @QueryProcedure('automations.list', {
    ...schemas.automationsList,
    scope: 'read',
    role: 'member',
    description: 'The automations of a board, oldest first. A board has at most 200.',
  })
  async list(context: CallContext, { boardId }: Input<typeof schemas.automationsList>) {
    const automations = await this.views.list(context, boardId);
    return { automations: await Promise.all(automations.map((each) => this.present(context, each))) };
  }

  @MutationProcedure('automations.create', {
    ...schemas.automationsCreate,
    scope: 'write',
    role: 'member',
    storedAnswer: storedAutomation,
    description:
      'Creates an automation on a board. Its actions run with the current permissions of its creator. `conditions` are filters as in items.list.',
  })
  async create(context: CallContext, input: schemas.AutomationsCreateInput) {
    const automation = await this.automations.create(context, input);
    return this.present(context, automation);
  }

  @MutationProcedure('automations.update', {
    ...schemas.automationsUpdate,
    scope: 'write',
    role: 'member',
    storedAnswer: storedAutomation,
    description:
      'Changes the given fields. Only the creator can change trigger, conditions and actions; a workspace admin can rename and disable the automation too.',
  })
  async update(context: CallContext, input: schemas.AutomationsUpdateInput) {
    const automation = await this.automations.update(context, input);
    return this.present(context, automation);
  }

  @MutationProcedure('automations.toggle', {
    ...schemas.automationsToggle,
    scope: 'write',
    role: 'member',
    storedAnswer: storedAutomation,
    description: "Enables or disables an automation. Requires the automation's creator or a workspace admin.",
  })
  async toggle(context: CallContext, input: Input<typeof schemas.automationsToggle>) {
    const automation = await this.automations.update(context, input);
    return this.present(context, automation);
  }

  @MutationProcedure('automations.delete', {
    ...schemas.automationsDelete,
    scope: 'delete',
    role: 'member',
    description:
      "Deletes an automation permanently, with its log. Requires the automation's creator or a workspace admin.",
  })
  async delete(context: CallContext, { id, expectedUpdatedAt }: Input<typeof schemas.automationsDelete>) {
    await this.deletion.delete(context, id, expectedUpdatedAt);
    return SUCCESS;
  }

  @QueryProcedure('automations.log', {
    ...schemas.automationsLog,
    scope: 'read',
    role: 'member',
    description: 'The executions of an automation of the last 30 days, newest first.',
  })
  log(context: CallContext, input: schemas.AutomationsLogInput) {
    return this.views.log(context, input);
  }

  private async present(
    context: CallContext,
    automation: AutomationRecord,
  ): Promise<schemas.AutomationOutput> {
    const url = await this.hooks.urlFor(context, automation);
    return presentAutomation(automation, context.principal.userId, url);
  }
}
