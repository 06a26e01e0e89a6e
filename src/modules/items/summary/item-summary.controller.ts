import type { CallContext } from '../../../access/principal';
import { Procedures, QueryProcedure } from '../../../rpc/procedure.decorator';
import type { Input } from '../../../rpc/schema';
import * as schemas from './item-summary.schemas';
import { ItemSummaryService } from './item-summary.service';

@Procedures()
export class ItemSummaryController {
  constructor(private readonly summaries: ItemSummaryService) {}

  @QueryProcedure('items.summary', {
    ...schemas.itemsSummary,
    scope: 'read',
    role: 'guest',
    isCompressed: true,
    description:
      'Counts the live top-level items that filters and search match, in all and by group, and aggregates columns: filled cells, sum, avg, min, max. groupBy is groupId or a column of labels, options, ratings, checkboxes, people or linked items; an item with several labels or people counts for each. The groups of a board and the labels of a column are all listed, also with the count 0; of people and items the 1,000 most frequent. Items without a value have the key null. The sum of nothing is 0, other aggregates of nothing are null.',
  })
  summary(context: CallContext, input: Input<typeof schemas.itemsSummary>) {
    return this.summaries.summarize(context, input);
  }
}
