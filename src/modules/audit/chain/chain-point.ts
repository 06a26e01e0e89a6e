/** A place of the chain, and when it was signed. */
export interface ChainPoint {
  organizationId: string;
  sequence: number;
  hash: string;
  at: string;
}

/**
 * - `begin`: a file starts after this entry, because older ones were removed after their retention.
 * - `checkpoint`: the chain had this end when entries were added to it.
 * - `end`: a file ends with this entry.
 */
export type PointKind = 'begin' | 'checkpoint' | 'end';

export interface PointSignature {
  keyId: string;
  signature: string;
}

/** What is signed. A signature of one kind is none of another: a file cannot end at a checkpoint. */
export function signedText(kind: PointKind, { organizationId, sequence, hash, at }: ChainPoint): string {
  return [`trestle audit ${kind} 1`, organizationId, String(sequence), hash, at].join('\n');
}
