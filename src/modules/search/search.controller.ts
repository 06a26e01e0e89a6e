import type { CallContext } from '../../access/principal';
import { Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import type { Input } from '../../rpc/schema';
import * as schemas from './search.schemas';
import { SearchService } from './search.service';

@Procedures()
export class SearchController {
  constructor(private readonly search: SearchService) {}

  @QueryProcedure('search.query', {
    ...schemas.searchQuery,
    scope: 'read',
    role: 'guest',
    isCompressed: true,
    description:
      'Searches the items, boards and projects that the caller can see by the words of their names and text, best matches first.',
  })
  query(context: CallContext, input: Input<typeof schemas.searchQuery>) {
    return this.search.query(context, input);
  }
}
