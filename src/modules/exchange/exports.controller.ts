import type { CallContext } from '../../access/principal';
import { Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import * as schemas from './exports.schemas';
import { ExportsService } from './exports.service';

@Procedures()
export class ExportsController {
  constructor(private readonly exports: ExportsService) {}

  @QueryProcedure('boards.export', {
    ...schemas.boardsExport,
    scope: 'read',
    role: 'guest',
    isAudited: true,
    description:
      'Where to download a board as CSV, JSON or an Excel workbook: a GET with the same credential streams its live items, sub-items included. Texts that a spreadsheet would run as formulas are guarded by a leading apostrophe.',
  })
  export(context: CallContext, input: schemas.BoardsExportInput) {
    return this.exports.announce(context, input);
  }
}
