import { sha256Text } from '../../platform/crypto/digest';

/** 132 bits of the digest. */
const LENGTH = 22;

/** A strong entity tag of the content (RFC 9110, section 8.8.3), quoted. */
export function entityTagOf(content: string | Buffer): string {
  return `"${sha256Text(content, 'base64url').slice(0, LENGTH)}"`;
}

/** Whether the value of `If-None-Match` names the tag: the client has the content (RFC 9110, section 13.1.2). */
export function namesTag(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes('*') || tags.includes(etag);
}
