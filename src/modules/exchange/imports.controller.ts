import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import type { Input } from '../../rpc/schema';
import * as schemas from './imports.schemas';
import { ImportsService } from './imports.service';

@Procedures()
export class ImportsController {
  constructor(private readonly imports: ImportsService) {}

  @MutationProcedure('boards.import', {
    ...schemas.boardsImport,
    scope: 'write',
    role: 'guest',
    description:
      'Imports the rows of a CSV file or an Excel workbook as items, into the board `id` or a new board of `projectId`: all rows, or none where one is bad. What the mapping leaves out is guessed. A dry run writes nothing and reports the mapping and the bad rows. Files of more than 2,000 rows go on in the background: see boards.imports.get.',
  })
  import(context: CallContext, input: schemas.BoardsImportInput) {
    return this.imports.import(context, input);
  }

  @QueryProcedure('boards.imports.get', {
    ...schemas.boardsImportsGet,
    scope: 'read',
    role: 'guest',
    description:
      'How far an import is: `done` of `total` rows. All of them appear on the board at once, when the status becomes `done`. For whoever started it, for 30 days.',
  })
  get(context: CallContext, { id }: Input<typeof schemas.boardsImportsGet>) {
    return this.imports.get(context, id);
  }
}
