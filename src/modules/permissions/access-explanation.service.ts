import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { MembershipReader } from '../../access/ports';
import type { CallContext } from '../../access/principal';
import type { Input } from '../../rpc/schema';
import {
  type BoardFacts,
  HierarchyService,
  RecordNotFound,
  WorkspaceGroupRolesReadModel,
} from '../hierarchy';
import { decidingRole, explainAccess } from './access-explanation.policy';
import type { accessExplain } from './permissions.schemas';

/** access.explain: what a user can do on a board or an item, and why (contract §7). */
@Injectable()
export class AccessExplanationService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly memberships: MembershipReader,
    private readonly groupRoles: WorkspaceGroupRolesReadModel,
  ) {}

  async explain(
    context: CallContext,
    { boardId, itemId, userId }: Input<typeof accessExplain>,
  ): Promise<z.output<typeof accessExplain.output>> {
    const { facts: board }: { facts: BoardFacts } =
      itemId === undefined
        ? await this.hierarchy.board(context, boardId!)
        : await this.hierarchy.item(context, itemId);
    const { organizationId } = context;
    const membership = await this.memberships.membership(organizationId, userId);
    if (membership !== null) {
      const actor = { ...membership, userId, organizationId };
      const role = decidingRole(actor, board);
      const groups =
        role === null ? [] : await this.groupRoles.groupsOf(context, board.workspace.id, userId, role);
      return explainAccess(actor, board, groups);
    }
    if (!(await this.hierarchy.everMembers(context, [userId])).has(userId))
      throw new RecordNotFound('member');
    return { access: 'none', because: [{ rule: 'not_an_active_member' }] };
  }
}
