import { AppError } from '../../kernel/app-error';
import { isJsonType } from './json-type';

/** A media type of a protocol whose bodies are JSON. */
export type JsonMediaType = `application/${string}+json`;

/**
 * `form-or-multipart`: what browsers send for a form, with files or without. `unparsed`: the bytes of JSON of any media type or
 * of a form, because their signature is checked.
 */
export type BodyKind = 'json' | 'form' | 'multipart' | 'form-or-multipart' | 'unparsed' | JsonMediaType;

export const FORM_TYPE = 'application/x-www-form-urlencoded';
/** A JSON media type of any protocol, such as `application/cloudevents+json`. */
export const JSON_OF_PROTOCOL = /^application\/[\w.+-]+\+json *(;|$)/i;
const MULTIPART = 'multipart/form-data';

const MEDIA_TYPES: Readonly<Record<string, readonly string[]>> = {
  json: ['application/json'],
  form: [FORM_TYPE],
  multipart: [MULTIPART],
  'form-or-multipart': [FORM_TYPE, MULTIPART],
  unparsed: ['application/json', FORM_TYPE],
};

/**
 * Throws on a body of another kind. A call without a body sends no Content-Type, which JSON kinds accept; forms always
 * have a body. Many clients send the JSON of a protocol as plain JSON.
 */
export function assertBodyKind(kind: BodyKind, contentType: string | undefined): void {
  const mediaTypes = MEDIA_TYPES[kind] ?? [kind];
  const isAccepted =
    contentType === undefined
      ? !isForm(kind)
      : mediaTypes.some((mediaType) => hasMediaType(contentType, mediaType)) ||
        (!isForm(kind) && isJsonType(contentType)) ||
        (kind === 'unparsed' && JSON_OF_PROTOCOL.test(contentType));
  if (!isAccepted)
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', `Send the body as ${mediaTypes.join(' or ')}`);
}

/** Whether a Content-Type is that of a form without files. */
export function isFormType(contentType: string): boolean {
  return hasMediaType(contentType, FORM_TYPE);
}

export function isForm(kind: BodyKind): boolean {
  return kind === 'form' || kind === 'multipart' || kind === 'form-or-multipart';
}

function hasMediaType(contentType: string, mediaType: string): boolean {
  return contentType.split(';', 1)[0]!.trimEnd().toLowerCase() === mediaType;
}
