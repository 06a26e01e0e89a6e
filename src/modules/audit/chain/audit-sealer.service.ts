import { Injectable } from '@nestjs/common';
import { clock } from '../../../kernel/clock';
import type { OrganizationId } from '../../../kernel/ids';
import { randomHex } from '../../../platform/crypto/random';
import { NO_TRANSACTION } from '../../../platform/database/database';
import type { DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { inBatches } from '../../../platform/schedule/in-batches';
import { Log } from '../../../platform/logging/log';
import { sealedAuditEntry } from '../audit.presenter';
import { AuditSealsRepository, type ChainEnd, type Seal, type UnsealedEntry } from './audit-seals.repository';
import { AuditSigningKeysService } from './audit-signing-keys.service';
import { canonicalJson } from './canonical-json';
import {
  detailsDigest,
  entryHash,
  GENESIS,
  type HashedEntry,
  originDigest,
  personalDigest,
} from './entry-hash';

const SALT_BYTES = 16;

/**
 * Gives committed entries their places in the chains of their organizations, one process at a time. The calls that write
 * entries never wait for a chain (decision 0132).
 */
@Injectable()
export class AuditSealerService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly seals: AuditSealsRepository,
    private readonly keys: AuditSigningKeysService,
    private readonly log: Log,
  ) {}

  /** Continues the chains until no entry waits; another process that does so is waited for. */
  async seal(signal = new AbortController().signal): Promise<void> {
    const sealBatch = (context: InTransaction<DatabaseContext>) => this.sealBatch(context);
    await inBatches(() => this.transactions.runQuietly(NO_TRANSACTION, sealBatch), signal);
  }

  private async sealBatch(context: InTransaction<DatabaseContext>): Promise<number> {
    await this.seals.lock(context);
    const { taken, entries } = await this.seals.take(context);
    if (entries.length === 0) return taken;
    const organizationIds = [...new Set(entries.map(({ organizationId }) => organizationId))];
    const ends = await this.seals.ends(context, organizationIds);
    const added: Seal[] = [];
    const advanced: ChainEnd[] = [];
    for (const organizationId of organizationIds) {
      const unsealed = entries.filter((each) => each.organizationId === organizationId);
      const end = ends.find((each) => each.organizationId === organizationId) ?? null;
      const seals = sealsOf(organizationId, unsealed, end);
      const newEnd = await this.signed(seals.at(-1)!, end);
      const { at: signedAt, keyId, signature } = newEnd;
      if (signature !== null) Object.assign(seals.at(-1)!, { signedAt, keyId, signature });
      added.push(...seals);
      advanced.push(newEnd);
    }
    await this.seals.add(context, added, advanced);
    return taken;
  }

  /**
   * The end of a chain after its last seal. An end that was not signed here is continued without a signature: signing what follows
   * it would attest a chain that was computed again after a change.
   */
  private async signed({ organizationId, sequence, hash }: Seal, before: ChainEnd | null): Promise<ChainEnd> {
    const end = { organizationId, sequence, hash, at: clock.now().toISOString() };
    if (before !== null && !(await this.isAttested(before))) {
      this.log.error('the audit log was changed: the end of its chain has no valid signature', {
        organizationId,
        sequence: before.sequence,
      });
      return { ...end, keyId: null, signature: null };
    }
    return { ...end, ...(await this.keys.sign('checkpoint', end)) };
  }

  /** Whether the end was signed by this installation. */
  async isAttested({ keyId, signature, ...point }: ChainEnd): Promise<boolean> {
    if (keyId === null || signature === null) return false;
    return this.keys.isSigned('checkpoint', point, { keyId, signature });
  }
}

/** The seals of the next entries of a chain, without signatures. */
function sealsOf(
  organizationId: OrganizationId,
  unsealed: readonly UnsealedEntry[],
  end: ChainEnd | null,
): Seal[] {
  let [sequence, previous] = [end?.sequence ?? 0, end?.hash ?? GENESIS];
  return unsealed.map(({ entry: row }) => {
    const entry: HashedEntry = sealedAuditEntry(row);
    const salt = randomHex(SALT_BYTES);
    const place = {
      organizationId,
      sequence: sequence + 1,
      previous,
      salt,
      personal: personalDigest(entry, salt),
      ...sealedDetails(entry),
      ...sealedOrigin(entry),
    };
    const hash = entryHash(entry, place);
    [sequence, previous] = [place.sequence, hash];
    return {
      ...place,
      entryId: row.id,
      at: row.createdAt,
      hash,
      signedAt: null,
      keyId: null,
      signature: null,
    };
  });
}

function sealedDetails(entry: HashedEntry): Pick<Seal, 'details' | 'detailsSalt'> {
  if (canonicalJson(entry.details) === '{}') return { details: null, detailsSalt: null };
  const detailsSalt = randomHex(SALT_BYTES);
  return { details: detailsDigest(entry, detailsSalt), detailsSalt };
}

function sealedOrigin(entry: HashedEntry): Pick<Seal, 'origin' | 'originSalt'> {
  if (entry.ip === null && entry.userAgent === null) return { origin: null, originSalt: null };
  const originSalt = randomHex(SALT_BYTES);
  return { origin: originDigest(entry, originSalt), originSalt };
}
