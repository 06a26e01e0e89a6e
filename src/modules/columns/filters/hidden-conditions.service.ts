import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import type { Json } from '../../../kernel/json';
import type { CallContext } from '../../../access/principal';
import type { UserId } from '../../../kernel/ids';
import { type BoardFacts, seeMember } from '../../hierarchy';
import { compileFilters } from './compile-filters';
import { DayCalendar } from './day-calendar';
import type { FilterCondition } from './filter-node';
import { FilterReferencesService } from './filter-references.service';
import type { FilterReference } from './operators/operand';

type WrittenCondition = { [key: string]: Json };

/**
 * Stored filters are read by other users than their author, who may not see everything that the filters name.
 */
@Injectable()
export class HiddenConditionsService {
  constructor(private readonly references: FilterReferencesService) {}

  /** The conditions of stored filters that name a user or a record that is hidden from the caller. */
  async among(context: CallContext, board: BoardFacts, filters: readonly Json[]): Promise<Set<Json>> {
    const named = conditionsOf(filters).map((condition) => ({
      condition,
      references: referencesOf(board, condition, context.principal.userId),
    }));
    const missing = await this.references.missing(
      context,
      named.flatMap(({ references }) => references),
    );
    const hidden = named.filter(({ references }) =>
      references.some((reference) => missing.includes(reference) || isHiddenMember(context, reference)),
    );
    return new Set<Json>(hidden.map(({ condition }) => condition));
  }
}

function isHiddenMember({ principal }: CallContext, { noun, id }: FilterReference): boolean {
  return noun === 'member' && !seeMember.allows(principal, id as UserId);
}

function conditionsOf(filters: readonly Json[]): WrittenCondition[] {
  return filters.flatMap((entry) => {
    const node = entry as WrittenCondition;
    const nodes = node['and'] ?? node['or'];
    return Array.isArray(nodes) ? conditionsOf(nodes) : [node];
  });
}

/** The ids that a condition names; none when the condition is no longer valid, which is checked elsewhere. */
function referencesOf(board: BoardFacts, condition: WrittenCondition, userId: string): FilterReference[] {
  const { columnId, operator, value } = condition;
  const written = { columnId, operator, value, path: '' } as FilterCondition;
  const asked = { userId, calendar: new DayCalendar('UTC', 'monday', 0), references: [] };
  try {
    compileFilters(board, [written], asked);
  } catch (rejection) {
    if (!(rejection instanceof InvalidInput)) throw rejection;
  }
  return asked.references;
}
