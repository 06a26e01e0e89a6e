import { newEd25519KeyPair, signEd25519 } from '../../src/platform/crypto/ed25519';
import { type PointKind, signedText } from '../../src/modules/audit/chain/chain-point';
import {
  detailsDigest,
  entryHash,
  GENESIS,
  type HashedEntry,
  originDigest,
  personalDigest,
} from '../../src/modules/audit/chain/entry-hash';
import { keyIdOf } from '../../src/modules/audit/chain/signing-key-id';

export const SEALED_AT = '2026-01-02T03:04:05.006Z';
const ORGANIZATION = 'org_01';

/** A line of a sealed export as an object. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests change arbitrary fields of lines
export type SealedLine = Record<string, any>;

/** A sealed export of so many entries, with a checkpoint after each two, and its key. */
export function aSealedLog(
  count: number,
  pair = newEd25519KeyPair(),
): { lines: SealedLine[]; publicKey: string } {
  const keyId = keyIdOf(pair.publicKey);
  const sign = (kind: PointKind, sequence: number, hash: string) => ({
    keyId,
    signature: signEd25519(
      signedText(kind, { organizationId: ORGANIZATION, sequence, hash, at: SEALED_AT }),
      pair.privateKey,
    ),
  });
  let hash = GENESIS;
  const entries = Array.from({ length: count }, (_, at): SealedLine => {
    const entry = anEntry(at + 1);
    const salt = `salt ${at}`;
    const personal = personalDigest(entry, salt);
    const sequence = at + 1;
    const detailsSalt = `other salt ${at}`;
    const details = detailsDigest(entry, detailsSalt);
    const originSalt = `third salt ${at}`;
    const origin = originDigest(entry, originSalt);
    const digests = { personal, details, origin };
    hash = entryHash(entry, { organizationId: ORGANIZATION, sequence, previous: hash, ...digests });
    const checkpoint =
      sequence % 2 === 0 ? { checkpoint: { at: SEALED_AT, ...sign('checkpoint', sequence, hash) } } : {};
    return { ...entry, seal: { sequence, hash, salt, detailsSalt, originSalt, ...digests, ...checkpoint } };
  });
  const first = {
    trestleAuditLog: 1,
    organizationId: ORGANIZATION,
    exportedAt: SEALED_AT,
    keys: [{ id: keyId, publicKey: pair.publicKey }],
    begin: { sequence: 0, hash: GENESIS, ...sign('begin', 0, GENESIS) },
  };
  const end = { end: { sequence: count, hash, ...sign('end', count, hash) } };
  return { lines: [first, ...entries, end], publicKey: pair.publicKey };
}

function anEntry(number: number): HashedEntry {
  return {
    id: `aud_${number}`,
    action: 'organizations.update',
    outcome: 'success',
    reason: null,
    actor: { id: 'usr_1', name: 'Ada', email: 'ada@example.com' },
    credential: { kind: 'session', id: 'ses_1' },
    ip: '127.0.0.1',
    userAgent: null,
    target: ORGANIZATION,
    details: { after: { name: `Name ${number}`, b: 1.5, a: [null, true] } },
    requestId: `request-${number}`,
    createdAt: SEALED_AT,
  };
}
