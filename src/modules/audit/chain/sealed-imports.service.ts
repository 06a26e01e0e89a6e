import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { AuditPartitionsService } from '../audit-partitions.service';
import { AuditSealsRepository, type Seal } from './audit-seals.repository';
import { AuditSigningKeysService } from './audit-signing-keys.service';
import type { HashedEntry } from './entry-hash';
import { parseLine } from './sealed-log-lines';
import { LogBroken } from './verify-sealed-log';

const DAY_MS = 86_400_000;
/** Entries that are in memory at a time. */
const BATCH = 250;

/** The place at which the imported chain ends. */
export interface ImportedLog {
  entries: number;
  sequence: number;
  hash: string;
}

interface SealedEntry {
  entry: HashedEntry;
  seal: Seal;
}

/**
 * Continues the chain of another installation: the entries keep their numbers and hashes. The signatures of the other installation
 * stay in its export; this installation signs the end, which the caller has verified.
 */
@Injectable()
export class SealedImportsService {
  constructor(
    private readonly seals: AuditSealsRepository,
    private readonly keys: AuditSigningKeysService,
    private readonly partitions: AuditPartitionsService,
  ) {}

  /** Adds the entries of a verified sealed export to an organization without entries. */
  async add(context: InTransaction<TenantContext>, lines: AsyncIterable<string>): Promise<ImportedLog> {
    const log: ImportedLog = { entries: 0, sequence: 0, hash: '' };
    let batch: SealedEntry[] = [];
    for await (const sealed of this.sealedEntries(context, lines, log)) {
      // The last entry waits for the signature of the end.
      if (batch.length === BATCH) {
        await this.insert(context, batch);
        batch = [];
      }
      batch.push(sealed);
      log.entries += 1;
    }
    await this.signEnd(context, batch, log);
    return log;
  }

  private async *sealedEntries(
    { organizationId }: TenantContext,
    lines: AsyncIterable<string>,
    log: ImportedLog,
  ): AsyncGenerator<SealedEntry> {
    const keptSince = this.partitions.keptSince().toISOString();
    const earliest = new Date(this.partitions.keptSince().getTime() - DAY_MS).toISOString();
    const latest = new Date(clock.nowMs() + DAY_MS).toISOString();
    let isKept = false;
    let line = 0;
    for await (const text of lines) {
      line += 1;
      const read = parseLine(text);
      if (read?.kind === 'first')
        Object.assign(log, { sequence: read.line.begin.sequence, hash: read.line.begin.hash });
      if (read?.kind !== 'entry') continue;
      const { entry, seal } = read.line;
      if (entry === null || seal === null) throw new Error('The log was not verified before its import');
      const { checkpoint: _checkpoint, ...place } = seal;
      const at = entry.createdAt as string;
      const previous = log.hash;
      Object.assign(log, { sequence: seal.sequence, hash: seal.hash });
      // A chain has no gaps: entries after the first one that is shown are all kept, also older ones.
      isKept ||= at >= keptSince;
      if (!isKept) continue;
      if (at < earliest || at > latest)
        throw new LogBroken({ line, entryId: entry.id, problem: `The time of the entry cannot be ${at}` });
      const unsigned = { signedAt: null, keyId: null, signature: null };
      yield { entry, seal: { organizationId, entryId: entry.id, at, previous, ...place, ...unsigned } };
    }
  }

  private async signEnd(
    context: InTransaction<TenantContext>,
    batch: readonly SealedEntry[],
    { sequence, hash }: ImportedLog,
  ): Promise<void> {
    const { organizationId } = context;
    const end = { organizationId, sequence, hash, at: clock.now().toISOString() };
    const signature = await this.keys.sign('checkpoint', end);
    const last = batch.at(-1)?.seal;
    if (last !== undefined) Object.assign(last, { signedAt: end.at, ...signature });
    await this.insert(context, batch);
    await this.seals.removeFromQueue(context);
    if (sequence > 0) await this.seals.add(context, [], [{ ...end, ...signature }]);
  }

  private async insert(context: InTransaction<TenantContext>, batch: readonly SealedEntry[]): Promise<void> {
    if (batch.length === 0) return;
    await this.partitions.ensure(
      context,
      batch.map(({ seal }) => new Date(seal.at)),
    );
    await this.seals.addEntries(
      context,
      batch.map(({ entry }) => entry),
    );
    await this.seals.add(
      context,
      batch.map(({ seal }) => seal),
      [],
    );
  }
}
