import type { CallContext } from '../../access/principal';
import { Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import type { Input } from '../../rpc/schema';
import * as schemas from './audit.schemas';
import { AuditService } from './audit.service';

@Procedures()
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @QueryProcedure('audit.list', {
    ...schemas.auditList,
    scope: 'admin',
    role: 'admin',
    description:
      'The audit log: who did what to members, roles, tokens, settings and other sensitive things, and what was refused, newest first. ' +
      '`action` is a procedure’s name, or ends in `.*` for all that begin so; `actor` is a user id; `from` and `to` include their ends.',
  })
  list(context: CallContext, input: Input<typeof schemas.auditList>) {
    return this.audit.list(context, input);
  }
}
