import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { CallContext } from '../../../access/principal';
import { type BoardFacts, HierarchyService } from '../../hierarchy';
import { type CompiledFilters, compileFilters } from './compile-filters';
import { DayCalendar } from './day-calendar';
import type { FilterNode } from './filter-node';
import { FilterReferencesService } from './filter-references.service';
import type { FilterContext } from './operators/operand';

/** Compiles a caller's filters for a statement: checked against the board, with every id in them. */
@Injectable()
export class BoardFiltersService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly references: FilterReferencesService,
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
