import type { CallContext } from '../../access/principal';
import { Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import type { Input } from '../../rpc/schema';
import { AuditExports } from './audit-exports.service';
import { presentAuditEntry } from './audit.presenter';
import { AuditReadModel } from './audit.read-model';
import * as schemas from './audit.schemas';

@Procedures()
export class AuditController {
  constructor(
    private readonly reads: AuditReadModel,
    private readonly exports: AuditExports,
  ) {}

  @QueryProcedure('audit.list', {
    ...schemas.auditList,
    scope: 'admin',
    role: 'admin',
    description:
      'The audit log: who did what to members, roles, tokens, settings and other sensitive things, and what was refused, newest first. ' +
      '`action` is a procedure’s name, or ends in `.*` for all that begin so; `actor` is a user id, `target` the id of what was acted on, ' +
      '`ip` an address as entries show it; `from` and `to` include their ends. What is given holds together.',
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
      'Where to download the audit log, or what audit.list would narrow it to, as JSON Lines: a GET with the same credential streams one entry a line as audit.list shows it, newest first.',
  })
  export(context: CallContext, input: Input<typeof schemas.auditExport>) {
    return this.exports.announce(context, input);
  }
}
