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
    description:
      'Items, boards and projects the caller can see, by words of their names and texts, the best matches first.',
  })
  query(context: CallContext, input: Input<typeof schemas.searchQuery>) {
    return this.search.query(context, input);
  }
}
