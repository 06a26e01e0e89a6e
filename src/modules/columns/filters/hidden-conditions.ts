import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import type { Json } from '../../../kernel/json';
import type { CallContext } from '../../../access/principal';
import type { BoardFacts } from '../../hierarchy';
import { compileFilters } from './compile-filters';
import { DayCalendar } from './day-calendar';
import type { FilterCondition } from './filter-node';
import { FilterReferences } from './filter-references';
import type { FilterReference } from './operand';

type WrittenCondition = { [key: string]: Json };

/** Kept filters are read by others than their author, who may not know of everything that these name. */
@Injectable()
export class HiddenConditions {
  constructor(private readonly references: FilterReferences) {}

  /** Of written filters, the conditions that name somebody or something that the caller may not know of. */
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
      references.some((reference) => missing.includes(reference) || isColleague(context, reference)),
    );
    return new Set<Json>(hidden.map(({ condition }) => condition));
  }
}

/** Guests are not told who is in the organization (decision 0034). */
function isColleague({ principal }: CallContext, { noun, id }: FilterReference): boolean {
  return noun === 'member' && principal.role === 'guest' && id !== principal.userId;
}

function conditionsOf(filters: readonly Json[]): WrittenCondition[] {
  return filters.flatMap((entry) => {
    const node = entry as WrittenCondition;
    const nodes = node['and'] ?? node['or'];
    return Array.isArray(nodes) ? conditionsOf(nodes) : [node];
  });
}

/** What a condition names; nothing when it does not hold any more, which is not for this to judge. */
function referencesOf(board: BoardFacts, condition: WrittenCondition, userId: string): FilterReference[] {
  const { columnId, operator, value } = condition;
  const written = { columnId, operator, value, path: '' } as FilterCondition;
  const asked = { userId, calendar: new DayCalendar('UTC', 'monday', 0), references: [] };
  try {
    compileFilters(board, [written], asked);
  } catch (refusal) {
    if (!(refusal instanceof InvalidInput)) throw refusal;
  }
  return asked.references;
}
