import type { CallContext } from '../../access/principal';
import { Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import { MembersReadModel } from './members.read-model';
import * as schemas from './members.schemas';

@Procedures()
export class MembersController {
  constructor(private readonly reads: MembersReadModel) {}

  @QueryProcedure('organizations.members.list', {
    ...schemas.membersList,
    scope: 'read',
    // Not guests (decision 0034).
    role: 'member',
    description:
      'Members of the organization, oldest account first. `search` matches any part of the name or the e-mail.',
  })
  async list(context: CallContext, input: schemas.MembersListInput) {
    const { rows, nextCursor } = await this.reads.list(context, input);
    return { members: rows, nextCursor };
  }
}
