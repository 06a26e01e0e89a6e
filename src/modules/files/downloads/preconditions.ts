import { namesTag } from '../../../http/server/entity-tag';

/** The validators of a representation. */
export interface Validators {
  /** Quoted. */
  etag: string;
  modifiedAt: Date;
}

type Header = (name: string) => string | undefined;

/** Whether the client has the current representation (RFC 9110, section 13.1.2 and 13.1.3). */
export function isNotModified(header: Header, { etag, modifiedAt }: Validators): boolean {
  const tags = header('if-none-match');
  if (tags !== undefined) return namesTag(tags, etag);
  const since = Date.parse(header('if-modified-since') ?? '');
  return !Number.isNaN(since) && wholeSeconds(modifiedAt) <= since;
}

/** Whether a range can be sent: If-Range names the current representation, or is absent (section 13.1.5). */
export function isRangeCurrent(header: Header, { etag, modifiedAt }: Validators): boolean {
  const condition = header('if-range');
  if (condition === undefined) return true;
  // A weak tag does not guarantee equal bytes.
  if (condition.startsWith('"') || condition.startsWith('W/')) return condition === etag;
  return Date.parse(condition) === wholeSeconds(modifiedAt);
}

function wholeSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000;
}
