import type { CallContext } from '../../../access/principal';
import { Procedures, QueryProcedure } from '../../../rpc/procedure.decorator';
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
      'Returns a URL for downloading a board as CSV, JSON or an Excel workbook. A GET with the same credential streams the live items including sub-items. Text that a spreadsheet would run as a formula is escaped with a leading apostrophe.',
  })
  export(context: CallContext, input: schemas.BoardsExportInput) {
    return this.exports.publish(context, input);
  }
}
