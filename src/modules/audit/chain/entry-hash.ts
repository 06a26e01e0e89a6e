import { sha256Text } from '../../../platform/crypto/digest';
import { canonicalJson } from './canonical-json';

/** What the first entry of an organization follows. */
export const GENESIS = '0'.repeat(64);

/** An entry in the form of audit.list. */
export interface HashedEntry {
  id: string;
  actor: { id: string; name: string | null; email: string | null } | null;
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
}

/** The digest of the actor's name and address; null without an actor. */
export function personalDigest({ actor }: HashedEntry, salt: string): string | null {
  if (actor === null) return null;
  return sha256Text(`${salt}\n${canonicalJson({ name: actor.name, email: actor.email })}`, 'hex');
}

/**
 * The hash of an entry and of all before it. It contains the name and address of the actor only as a digest with a salt: when a
 * person is erased, the salt is too, and the chain remains valid without them.
 */
export function entryHash(
  entry: HashedEntry,
  { organizationId, sequence, previous, personal }: ChainPlace,
): string {
  const actor = entry.actor === null ? null : { id: entry.actor.id, personal };
  const lines = ['trestle audit entry 1', organizationId, String(sequence), previous];
  return sha256Text([...lines, canonicalJson({ ...entry, actor })].join('\n'), 'hex');
}
