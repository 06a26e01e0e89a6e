import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../access/principal';
import type { Input } from '../../rpc/schema';
import { AuditReadModel, type AuditRow } from './audit.read-model';
import type { auditList } from './audit.schemas';

@Injectable()
export class AuditService {
  constructor(private readonly reads: AuditReadModel) {}

  async list(context: CallContext, input: Input<typeof auditList>) {
    const { rows, nextCursor } = await this.reads.list(context, {
      cursor: input.cursor ?? null,
      limit: input.limit,
      actor: input.actor ?? null,
      action: input.action ?? null,
      from: input.from ?? null,
      to: input.to ?? null,
    });
    return { entries: rows.map(shown), nextCursor };
  }
}

function shown({ actorId, actorName, actorEmail, credentialKind, credentialId, ...row }: AuditRow) {
  return {
    ...row,
    actor: actorId === null ? null : { id: actorId, name: actorName, email: actorEmail },
    credential: credentialKind === null ? null : { kind: credentialKind, id: credentialId },
  };
}
