import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import type { Input } from '../../rpc/schema';
import * as schemas from './archives.schemas';
import { ArchivesService } from './archives.service';

@Procedures()
export class ArchivesController {
  constructor(private readonly archives: ArchivesService) {}

  @MutationProcedure('organizations.export', {
    ...schemas.organizationsExport,
    scope: 'admin',
    role: 'admin',
    isAudited: true,
    description:
      'Starts to write an archive of the whole organization in the background: all records, files and the history, without secrets. ' +
      'The caller gets a mail when it is ready. It replaces the archive before, and can be downloaded for 7 days.',
  })
  export(context: CallContext) {
    return this.archives.start(context);
  }

  @QueryProcedure('organizations.exports.get', {
    ...schemas.organizationsExportsGet,
    scope: 'read',
    role: 'admin',
    description:
      'The status of an export of the organization. `url` is set when the archive is ready; downloading it requires a session that began in the last 10 minutes.',
  })
  get(context: CallContext, { id }: Input<typeof schemas.organizationsExportsGet>) {
    return this.archives.get(context, id);
  }
}
