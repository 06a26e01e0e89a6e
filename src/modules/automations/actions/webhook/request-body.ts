import { z } from 'zod';
import { AppError } from '../../../../kernel/app-error';
import type { Json } from '../../../../kernel/json';
import { fillTemplate } from '../../templates/fill-template';
import type { ActionRun } from '../action';

const BODY_MAX = 50_000;
/** With the values of variables. */
const FILLED_BODY_MAX = 250_000;

/** An object is sent as JSON, a string as it is. */
export const requestBody = z.union([z.string(), z.record(z.string(), z.unknown())], {
  error: 'Must be an object or a string',
});

/** Why a request cannot have this body, or null. */
export function bodyProblem(method: string, body: Json | undefined): string | null {
  if (body === undefined) return null;
  if (method === 'GET') return 'Must not be given with GET';
  const { length } = typeof body === 'string' ? body : JSON.stringify(body);
  return length > BODY_MAX ? `Must be at most ${BODY_MAX} characters` : null;
}

/** The given content type, or that of the body; null without a body. */
export function contentTypeOf(
  headers: Readonly<Record<string, string>>,
  body: Json | undefined,
): string | null {
  if (body === undefined) return null;
  const [, given] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  if (given !== undefined) return given;
  return typeof body !== 'string' || looksLikeJson(body) ? 'application/json' : 'text/plain; charset=utf-8';
}

export async function filledBody(
  body: Json | undefined,
  contentType: string | null,
  text: ActionRun['text'],
): Promise<string | null> {
  if (body === undefined) return null;
  const filled =
    typeof body === 'string'
      ? await text(body, escapeFor(contentType ?? '', body))
      : JSON.stringify(await filledJson(body, text));
  if (filled.length > FILLED_BODY_MAX) throw new BodyTooLong();
  return filled.toWellFormed();
}

/** In strings only, so that the encoding of the JSON escapes the values. */
async function filledJson(json: Json, text: ActionRun['text']): Promise<Json> {
  if (typeof json === 'string') return text(json);
  if (Array.isArray(json)) return Promise.all(json.map((each) => filledJson(each, text)));
  if (typeof json !== 'object' || json === null) return json;
  const entries = Object.entries(json).map(
    async ([key, value]) => [key, await filledJson(value, text)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

/** For values in a template in this format. */
function escapeFor(contentType: string, template: string): (value: string, at: number) => string {
  if (/^[^;]*[/+]json\b/i.test(contentType)) return jsonEscape(template);
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType))
    return (value) => encodeURIComponent(value.toWellFormed());
  return (value) => value;
}

/** A value in place of a JSON value becomes a string unless it is one JSON value itself: it can add no key and no element. */
function jsonEscape(template: string): (value: string, at: number) => string {
  const isInString = stringsOf(template);
  return (value, at) => {
    const string = JSON.stringify(value);
    if (isInString[at]) return string.slice(1, -1);
    return isJson(value) ? value : string;
  };
}

/** For each position of a JSON text, whether it is in a string. */
function stringsOf(json: string): boolean[] {
  let isInString = false;
  let isEscaped = false;
  return Array.from({ length: json.length }, (_, at) => {
    const before = isInString;
    if (json[at] === '"' && !isEscaped) isInString = !isInString;
    isEscaped = json[at] === '\\' && isInString && !isEscaped;
    return before;
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether a text without a content type is an object or a list in JSON, with variables in its strings or in place of values. */
function looksLikeJson(body: string): boolean {
  return [body, fillTemplate(body, () => '0')].some((text) => /^\s*[[{]/.test(text) && isJson(text));
}

class BodyTooLong extends AppError {
  constructor() {
    super('BAD_REQUEST', `The body has more than ${FILLED_BODY_MAX} characters`);
  }
}
