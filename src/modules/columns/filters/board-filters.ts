import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { CallContext } from '../../../access/principal';
import { type BoardFacts, Hierarchy } from '../../hierarchy';
import { type CompiledFilters, compileFilters } from './compile-filters';
import { DayCalendar } from './day-calendar';
import type { FilterNode } from './filter-node';
import { FilterReferences } from './filter-references';
import type { FilterContext } from './operand';

/** Filters of a caller, ready for a statement: judged against the board, every id in them checked. */
@Injectable()
export class BoardFilters {
  constructor(
    private readonly hierarchy: Hierarchy,
    private readonly references: FilterReferences,
  ) {}

  /** Null when there is no condition. */
  async compile(
    context: CallContext,
    board: BoardFacts,
    filters: readonly FilterNode[],
  ): Promise<CompiledFilters | null> {
    if (filters.length === 0) return null;
    const { timeZone, weekStart } = await this.hierarchy.calendar(context);
    const asked: FilterContext = {
      userId: context.principal.userId,
      calendar: new DayCalendar(timeZone, weekStart, clock.nowMs()),
      references: [],
    };
    const compiled = compileFilters(board, filters, asked);
    await this.references.check(context, asked.references);
    return compiled;
  }
}
