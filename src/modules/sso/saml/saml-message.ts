import { SignOnRejected } from '../sign-on/sign-on-rejected';
import { parseXml } from '../xml';

/** The maximum encoded size. Responses with hundreds of groups are far smaller. */
export const MAX_MESSAGE_CHARACTERS = 256 * 1024;

export interface SamlMessage {
  /** Passed on to the signature check: exactly the characters that were validated here. */
  text: string;
  root: Element;
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const DECLARATION =
  /^<\?xml version=(["'])1\.0\1(?: encoding=(["'])utf-8\2)?(?: standalone=(["'])(?:yes|no)\3)?\s*\?>\s*/i;

/** Decodes a message of the POST binding. */
export function readSamlMessage(sent: unknown): SamlMessage {
  if (typeof sent !== 'string' || sent === '') throw new SignOnRejected('malformed');
  if (sent.length > MAX_MESSAGE_CHARACTERS) throw new SignOnRejected('too_large');
  const encoded = sent.replaceAll(/[ \t\r\n]/g, '');
  if (encoded === '' || !BASE64.test(encoded)) throw new SignOnRejected('not_base64');
  return readSamlBytes(Buffer.from(encoded, 'base64'));
}

/**
 * Reads the XML of a message. Comments, CDATA sections, processing instructions, document types and entities
 * are not needed and can make two parsers disagree; they are rejected before anything is parsed.
 */
export function readSamlBytes(bytes: Buffer): SamlMessage {
  const body = utf8(bytes).replace(DECLARATION, '');
  if (/<[!?]/.test(body)) throw new SignOnRejected('xml_not_allowed');
  if (/&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)/.test(body))
    throw new SignOnRejected('xml_not_allowed');
  if (!body.startsWith('<')) throw new SignOnRejected('not_xml');
  try {
    return { text: body, root: parseXml(body) };
  } catch {
    throw new SignOnRejected('not_xml');
  }
}

function utf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SignOnRejected('not_xml');
  }
}
