import { sha256Text } from '../../../platform/crypto/digest';
import type { FilterNode } from '../../columns';

/** 162 bits: a cursor contains the digest and must not match other filters. */
const FILTER_DIGEST_LENGTH = 27;

/** Identifies filters; empty without any. */
export function digestOf(filters: readonly FilterNode[]): string {
  return filters.length === 0
    ? ''
    : sha256Text(JSON.stringify(filters), 'base64url').slice(0, FILTER_DIGEST_LENGTH);
}
