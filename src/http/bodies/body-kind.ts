import { AppError } from '../../kernel/app-error';
import { isJsonType } from './json-type';

/** A media type of a protocol whose bodies are JSON. */
export type JsonMediaType = `application/${string}+json`;

export type BodyKind = 'json' | 'form' | 'multipart' | JsonMediaType;

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
};

/**
 * Throws on a body of another kind. A call without a body sends no Content-Type, which JSON kinds accept; forms always
 * have a body. Many clients send the JSON of a protocol as plain JSON.
 */
export function assertBodyKind(kind: BodyKind, contentType: string | undefined): void {
  const mediaType = MEDIA_TYPES[kind] ?? kind;
  const isAccepted = isForm(kind)
    ? contentType !== undefined && hasMediaType(contentType, mediaType)
    : contentType === undefined || isJsonType(contentType) || hasMediaType(contentType, mediaType);
  if (!isAccepted) throw new AppError('UNSUPPORTED_MEDIA_TYPE', `Send the body as ${mediaType}`);
}

export function isForm(kind: BodyKind): boolean {
  return kind === 'form' || kind === 'multipart';
}

function hasMediaType(contentType: string, mediaType: string): boolean {
  return contentType.split(';', 1)[0]!.trimEnd().toLowerCase() === mediaType;
}
