import type { CallContext } from '../../access/principal';
import { Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import type { Input } from '../../rpc/schema';
import { AuditExportsService } from './audit-exports.service';
import { presentAuditEntry } from './audit.presenter';
import { AuditReadModel } from './audit.read-model';
import * as schemas from './audit.schemas';

@Procedures()
export class AuditController {
  constructor(
    private readonly reads: AuditReadModel,
    private readonly exports: AuditExportsService,
  ) {}

  @QueryProcedure('audit.list', {
    ...schemas.auditList,
    scope: 'admin',
    role: 'admin',
    description:
      'The audit log, newest first: changes to members, roles, tokens, settings and other sensitive records, and denied calls. ' +
      "`action` is a procedure's name, or a prefix followed by `.*`; `actor` is a user id; `target` is the id of the affected record; " +
      '`ip` is an address as entries show it; `from` and `to` are inclusive. All given conditions must match.',
  })
  async list(context: CallContext, input: Input<typeof schemas.auditList>) {
    const { rows, nextCursor } = await this.reads.list(context, input);
    return { entries: rows.map(presentAuditEntry), nextCursor };
  }

  @QueryProcedure('audit.export', {
    ...schemas.auditExport,
    scope: 'admin',
    role: 'admin',
    isAudited: true,
    description:
      'Returns a URL for downloading the audit log, with the filters of audit.list, as JSON Lines. A GET with the same credential streams one entry per line in the form of audit.list, newest first. ' +
      'With `form: "sealed"` and without filters, the file is the whole log, oldest first, with the hash chain and its signatures, for `trestle audit verify`.',
  })
  export(context: CallContext, input: Input<typeof schemas.auditExport>) {
    return this.exports.publish(context, input);
  }
}
