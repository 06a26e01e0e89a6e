import { sha256Text } from '../../../platform/crypto/digest';
import { canonicalJson } from './canonical-json';

/** What the first entry of an organization follows. */
export const GENESIS = '0'.repeat(64);

/** An entry in the form of audit.list. */
export interface HashedEntry {
  id: string;
  actor: { id: string; name: string | null; email: string | null } | null;
  details: unknown;
  ip: string | null;
  userAgent: string | null;
  [field: string]: unknown;
}

/** The place of an entry in the chain of its organization. */
export interface ChainPlace {
  organizationId: string;
  /** From 1, without gaps. */
  sequence: number;
  /** The hash of the entry before it, in hexadecimal. */
  previous: string;
  /** The digest of the actor's name and address. */
  personal: string | null;
  /** The digest of the details; null if the hash contains the details themselves. */
  details: string | null;
  /** The digest of the IP address and the user agent; null if the hash contains them. */
  origin: string | null;
}

/** The digest of the actor's name and address; null without an actor. */
export function personalDigest({ actor }: HashedEntry, salt: string): string | null {
  if (actor === null) return null;
  return sha256Text(`${salt}\n${canonicalJson({ name: actor.name, email: actor.email })}`, 'hex');
}

export function detailsDigest({ details }: HashedEntry, salt: string): string {
  return sha256Text(`${salt}\n${canonicalJson(details)}`, 'hex');
}

/** The digest of where the call came from. */
export function originDigest({ ip, userAgent }: HashedEntry, salt: string): string {
  return sha256Text(`${salt}\n${canonicalJson({ ip, userAgent })}`, 'hex');
}

/**
 * The hash of an entry and of all before it. It contains the name and address of the actor, the details, and the IP address with
 * the user agent, only as digests with salts: when a person is erased, the salts are too, and the chain remains valid without them.
 */
export function entryHash(
  entry: HashedEntry,
  { organizationId, sequence, previous, personal, details, origin }: ChainPlace,
): string {
  const actor = entry.actor === null ? null : { id: entry.actor.id, personal };
  // Different first lines, so that a digest cannot be taken for details.
  const lines = [
    `trestle audit entry ${(details === null ? 1 : 2) + (origin === null ? 0 : 2)}`,
    organizationId,
    String(sequence),
    previous,
  ];
  const { ip, userAgent, ...others } = entry;
  const from = origin === null ? { ip, userAgent } : { origin };
  const hashed = { ...others, ...from, actor, details: details ?? entry.details };
  return sha256Text([...lines, canonicalJson(hashed)].join('\n'), 'hex');
}
