import type { CallContext } from '../../access/principal';
import { Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import type { Input } from '../../rpc/schema';
import { AccessExplanationService } from './access-explanation.service';
import * as schemas from './permissions.schemas';

@Procedures()
export class PermissionsController {
  constructor(private readonly explanations: AccessExplanationService) {}

  @QueryProcedure('access.explain', {
    ...schemas.accessExplain,
    scope: 'read',
    role: 'admin',
    description:
      'What a user can do on a board or an item, and the rule that decides it. `comment` is what everyone who sees a board can do, `edit` is to change items, `manage` to change the board itself.',
  })
  explain(context: CallContext, input: Input<typeof schemas.accessExplain>) {
    return this.explanations.explain(context, input);
  }
}
