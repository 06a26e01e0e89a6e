import type { CallContext } from '../../../access/principal';
import { MutationProcedure, Procedures } from '../../../rpc/procedure.decorator';
import type { Input } from '../../../rpc/schema';
import * as schemas from '../automations.schemas';
import { DryRunService } from './dry-run.service';
import { ManualRunService } from './manual-run.service';

@Procedures()
export class AutomationRunsController {
  constructor(
    private readonly runs: ManualRunService,
    private readonly dryRuns: DryRunService,
  ) {}

  @MutationProcedure('automations.run', {
    ...schemas.automationsRun,
    scope: 'write',
    role: 'member',
    description:
      "Runs an automation, enabled or not, on the item if one is given, and returns the execution. If its conditions are not met, the execution is skipped. The actions have the current permissions of the automation's creator. Requires the creator or a workspace admin.",
  })
  run(context: CallContext, input: schemas.AutomationsRunInput) {
    return this.runs.run(context, input);
  }

  @MutationProcedure('automations.dryRun', {
    ...schemas.automationsDryRun,
    scope: 'write',
    role: 'member',
    description:
      "Returns what an automation, or an unsaved definition, would do: without an item, on the item `itemId`, or for each of the last `lastEvents` events of the board that fire its trigger, newest first. Nothing is written or sent. An automation has the permissions of its creator and requires the creator or a workspace admin; a definition has the caller's permissions.",
  })
  async dryRun(context: CallContext, input: schemas.AutomationsDryRunInput) {
    return { runs: await this.dryRuns.run(context, input) };
  }

  @MutationProcedure('automations.executions.rerun', {
    ...schemas.executionsRerun,
    scope: 'write',
    role: 'member',
    description:
      "Runs the automation of a failed execution again, for the same event, and returns the new execution. If only mails or requests have failed, they are sent again, and the same execution is returned. Requires the automation's creator or a workspace admin.",
  })
  rerun(context: CallContext, { id }: Input<typeof schemas.executionsRerun>) {
    return this.runs.rerun(context, id);
  }
}
