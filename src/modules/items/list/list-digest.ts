import { sha256Text } from '../../../platform/crypto/digest';
import type { FilterNode } from '../../columns';

/** 162 bits: other filters must not have the same digest. */
const FILTER_DIGEST_LENGTH = 27;
/** Shorter ones identify themselves. */
const DIGESTED_LENGTH = 200;

/** Identifies filters; empty without any. */
export function digestOf(filters: readonly FilterNode[]): string {
  if (filters.length === 0) return '';
  const text = JSON.stringify(filters);
  return text.length < DIGESTED_LENGTH ? text : sha256Text(text, 'base64url').slice(0, FILTER_DIGEST_LENGTH);
}
