import { parse } from 'node:querystring';
import { AppError } from '../../kernel/app-error';
import type { HttpRouteConfig } from '../routes/http-route';
import { parseJsonBytes } from './parse-json';

interface ParsedRequest {
  readonly routeOptions: { readonly config?: unknown };
}
type BodyParser = (
  request: ParsedRequest,
  bytes: Buffer,
  done: (error: Error | null, body?: unknown) => void,
) => void;

/** A request without a body may still send the type, as some clients do. */
export const parseJsonBody = bodyParser((bytes) =>
  bytes.length === 0 ? undefined : parseJsonBytes(bytes, 'The body'),
);

/** A field that is sent several times is a list. */
export const parseFormBody = bodyParser((bytes) => {
  const fields = parse(bytes.toString(), '&', '=', { maxKeys: 0 });
  if (Object.hasOwn(fields, '__proto__')) throw new AppError('BAD_REQUEST', '__proto__: Unknown key');
  return fields;
});

/** For the JSON of protocols that no route reads parsed. */
export const parseProtocolBody = bodyParser(() => {
  throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Unsupported media type');
});

/** A body parser for the HTTP framework. A route that accepts `unparsed` gets the bytes. */
function bodyParser(parseBytes: (bytes: Buffer) => unknown): BodyParser {
  return ({ routeOptions }, bytes, done) => {
    try {
      const { acceptedBody } = (routeOptions.config ?? {}) as HttpRouteConfig;
      done(null, acceptedBody === 'unparsed' ? bytes : parseBytes(bytes));
    } catch (error) {
      done(error as Error);
    }
  };
}
