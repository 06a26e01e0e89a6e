import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error';
import type { Json } from '../../../kernel/json';
import type { CallContext } from '../../../access/principal';
import type { InTransaction } from '../../../platform/database/transaction';
import { type AutomationCopier, CopiedContentsService } from '../../boards';
import { filtersSchema } from '../../columns';
import { type BoardFacts, HierarchyService } from '../../hierarchy';
import type { CopiedBoards } from '../../items';
import { withoutHeaderValues } from '../action-headers';
import { actionOf } from '../actions';
import type { AutomationRecord } from '../automation.record';
import { AutomationsReadModel } from '../automations.read-model';
import { AutomationsService, type NewAutomation } from '../automations.service';
import { DefinitionCheckService } from '../definitions/definition-check.service';
import { HooksService } from '../hooks/hooks.service';
import { withoutSigningSecret } from '../hooks/signing-secret';
import { triggerOf } from '../triggers';
import { HEADERS_NOT_COPIED, inheritedReason, problemFrom, SIGNING_SECRET_NOT_COPIED } from './copy-problems';

type Tx = InTransaction<CallContext>;
type Parts = Pick<AutomationRecord, 'trigger' | 'conditions' | 'actions'>;

/** An id as the whole of a JSON string or key: quotes inside strings are escaped, so it cannot be part of one. */
const ID_TOKEN = /"(?:brd|grp|col|lbl|itm)_[0-9A-HJKMNP-TV-Z]{26}"/g;

/**
 * Copies automations with their boards. The caller is the creator of the copies, so each is checked with the permissions of
 * the caller; a copy that fails the check is disabled and says why.
 */
@Injectable()
export class AutomationCopiesService implements AutomationCopier, OnModuleInit {
  constructor(
    private readonly contents: CopiedContentsService,
    private readonly hierarchy: HierarchyService,
    private readonly reads: AutomationsReadModel,
    private readonly automations: AutomationsService,
    private readonly definitions: DefinitionCheckService,
    private readonly hooks: HooksService,
  ) {}

  onModuleInit(): void {
    this.contents.setAutomations(this);
  }

  async copyBoards(tx: Tx, { boards, groups, columns, labels, items }: CopiedBoards): Promise<void> {
    const ids = new Map<string, string>([...boards, ...groups, ...columns, ...labels, ...items]);
    for (const [from, to] of boards) {
      const originals = await this.reads.list(tx, from);
      if (originals.length === 0) continue;
      const { facts: board } = await this.hierarchy.board(tx, to);
      for (const original of originals)
        await this.automations.insert(tx, board, await this.copyOf(tx, board, original, ids));
    }
  }

  private async copyOf(
    tx: Tx,
    board: BoardFacts,
    original: AutomationRecord,
    ids: ReadonlyMap<string, string>,
  ): Promise<NewAutomation> {
    const { trigger: masked, conditions, actions: mapped } = withIds(original, ids);
    const { name, enabled, createdBy } = original;
    // Only the creator knows secrets, and the caller becomes the creator of the copy.
    const isOwn = createdBy === tx.principal.userId;
    const emptied = isOwn ? null : withoutHeaderValues(mapped);
    const actions = emptied ?? mapped;
    const trigger = isOwn
      ? await this.hooks.revealed(tx, { id: original.id, trigger: masked })
      : withoutSigningSecret(masked);
    const problem =
      (await this.problemOf(tx, board, { trigger, conditions, actions })) ??
      (trigger === masked || isOwn ? null : SIGNING_SECRET_NOT_COPIED) ??
      (emptied === null ? null : HEADERS_NOT_COPIED);
    return {
      name,
      enabled: enabled && problem === null,
      disabledReason: problem ?? inheritedReason(original),
      trigger,
      conditions,
      actions,
    };
  }

  /** Why the copy cannot work; null when it can. */
  private async problemOf(
    tx: Tx,
    board: BoardFacts,
    { trigger: { type, config }, conditions, actions }: Parts,
  ): Promise<string | null> {
    try {
      await this.definitions.check(tx, board, {
        trigger: { type, config: triggerOf(type).config.parse(config) },
        conditions: filtersSchema.parse(conditions),
        actions: actions.map((action) => {
          return { type: action.type, config: actionOf(action.type).config.parse(action.config) };
        }),
      });
      return null;
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'SERVICE_UNAVAILABLE') throw error;
      return problemFrom(error, { boardId: board.id, actions });
    }
  }
}

function withIds({ trigger, conditions, actions }: Parts, ids: ReadonlyMap<string, string>): Parts {
  const text = JSON.stringify({ trigger, conditions, actions } satisfies { [part: string]: unknown });
  const mapped = text.replace(ID_TOKEN, (token) => `"${ids.get(token.slice(1, -1)) ?? token.slice(1, -1)}"`);
  return JSON.parse(mapped) as Parts & { [part: string]: Json };
}
