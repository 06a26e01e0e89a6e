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
      'Imports the rows of a CSV file or an Excel workbook as items, into the board `id` or into a new board of `projectId`. `source` names the product that exported the file, which is read as it is. With `updateBy`, rows update the items that have the same value in that column. If one row is invalid, nothing is imported; people and parents that are not found are listed in `unresolved`. Columns without a mapping are mapped automatically. A dry run writes nothing and returns the mapping, the invalid rows and a preview. Files of more than 2,000 rows are imported in the background: see boards.imports.get. A dry run writes nothing and returns the mapping and the invalid rows. With the header `X-Dry-Run`, their file is not stored and their rows are not checked.',
  })
  import(context: CallContext, input: schemas.BoardsImportInput) {
    return this.imports.import(context, input);
  }

  @QueryProcedure('boards.imports.get', {
    ...schemas.boardsImportsGet,
    scope: 'read',
    role: 'guest',
    description:
      'The progress of an import: `done` of `total` rows. All rows appear on the board together when the status becomes `done`. Visible to the user who started the import, for 30 days.',
  })
  get(context: CallContext, { id }: Input<typeof schemas.boardsImportsGet>) {
    return this.imports.get(context, id);
  }
}
