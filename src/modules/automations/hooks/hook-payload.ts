import { isUtf8 } from 'node:buffer';
import { parse } from 'node:querystring';
import { AppError, InvalidInput } from '../../../kernel/app-error';
import type { Json } from '../../../kernel/json';
import { findUnacceptable } from '../../../http/bodies/acceptable-input';
import { isFormType } from '../../../http/bodies/body-kind';
import { parseJsonBytes } from '../../../http/bodies/parse-json';

/** The body of a request as JSON: a form as an object of texts, no body as null. */
export function payloadOf(body: Buffer, contentType: string | undefined): Json | null {
  if (body.length === 0) return null;
  const payload = isFormType(contentType ?? '') ? formFields(body) : parseJsonBytes(body, 'The body');
  const problem = findUnacceptable(payload);
  if (problem !== null) throw new InvalidInput([problem]);
  return payload as Json;
}

/** A field that is given several times is a list. */
function formFields(body: Buffer): unknown {
  if (!isUtf8(body)) throw new AppError('BAD_REQUEST', 'The body is not valid UTF-8');
  return parse(body.toString(), '&', '=', { maxKeys: 0 });
}
