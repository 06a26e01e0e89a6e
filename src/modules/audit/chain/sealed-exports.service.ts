import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { AuditPartitionsService } from '../audit-partitions.service';
import { sealedAuditEntry } from '../audit.presenter';
import { jsonLine } from '../json-line';
import { AuditSealerService } from './audit-sealer.service';
import { AuditSealsRepository, type ChainEnd, type SealedRow } from './audit-seals.repository';
import { AuditSigningKeysService } from './audit-signing-keys.service';
import { GENESIS } from './entry-hash';

/** Changes when an earlier `trestle audit verify` could not check the file. */
export const SEALED_LOG_FORMAT = 1;

/** Exports the chain of an organization: a first line, one line for each entry, oldest first, and a last line. */
@Injectable()
export class SealedExportsService {
  constructor(
    private readonly sealer: AuditSealerService,
    private readonly seals: AuditSealsRepository,
    private readonly keys: AuditSigningKeysService,
    private readonly partitions: AuditPartitionsService,
  ) {}

  async *lines(context: TenantContext): AsyncGenerator<string> {
    await this.sealer.seal();
    const { organizationId } = context;
    const end = await this.endOf(context);
    const keptSince = this.partitions.keptSince();
    const at = clock.now().toISOString();
    let sequence = Math.min(await this.seals.lastNotShown(context, keptSince), end.sequence);
    let rows = await this.seals.after(context, sequence, end.sequence);
    // The oldest seals are removed.
    sequence = rows.length === 0 ? end.sequence : rows[0]!.sequence - 1;
    const begin = { organizationId, sequence, hash: rows[0]?.previous ?? end.hash, at };
    yield jsonLine({
      trestleAuditLog: SEALED_LOG_FORMAT,
      organizationId,
      exportedAt: at,
      keys: await this.keys.published(),
      begin: { sequence, hash: begin.hash, ...(await this.keys.sign('begin', begin)) },
    });
    while (rows.length > 0) {
      yield rows.map((row) => jsonLine(lineOf(row))).join('');
      rows = await this.seals.after(context, rows.at(-1)!.sequence, end.sequence);
    }
    // Those that the chain does not know are shown without a seal, which fails the verification.
    yield (await this.seals.withoutSeal(context, keptSince))
      .map((row) => jsonLine({ ...sealedAuditEntry(row), seal: null }))
      .join('');
    yield jsonLine({ end: await this.signedEnd(end, at) });
  }

  private async endOf(context: TenantContext): Promise<ChainEnd> {
    const [end] = await this.seals.ends(NO_TRANSACTION, [context.organizationId]);
    const none = { sequence: 0, hash: GENESIS, at: clock.now().toISOString(), keyId: null, signature: null };
    return end ?? { organizationId: context.organizationId, ...none };
  }

  /** Not signed when the chain is not the one that was signed: the file then proves nothing. */
  private async signedEnd(end: ChainEnd, at: string) {
    const { organizationId, sequence, hash } = end;
    if (sequence > 0 && !(await this.sealer.isAttested(end))) return { sequence, hash };
    return { sequence, hash, ...(await this.keys.sign('end', { organizationId, sequence, hash, at })) };
  }
}

function lineOf(row: SealedRow) {
  const { entry, entryId, sequence, hash, salt, personal, details, detailsSalt, origin, originSalt } = row;
  const { signedAt, keyId, signature } = row;
  const checkpoint = signature === null ? {} : { checkpoint: { at: signedAt, keyId, signature } };
  const sealed = { sequence, hash, salt, personal, details, detailsSalt, origin, originSalt };
  const seal = { ...sealed, ...checkpoint };
  return entry === null ? { id: entryId, seal } : { ...sealedAuditEntry(entry), seal };
}
