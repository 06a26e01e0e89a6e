import { ConfigurationProblem } from './platform/config/configuration-problem';
import { databaseAddress } from './platform/config/database-url';
import type { Configuration } from './platform/config/configuration';
import { UNREACHABLE_CODES } from './platform/database/database-errors';

interface SystemError {
  code?: string;
  syscall?: string;
  path?: string;
  /** Of an error of the database. */
  severity?: string;
  message: string;
  errors?: unknown[];
}

/** Wrong password, unknown user, unknown database or schema, and other errors that a server reports on connecting. */
const REJECTED_LOGIN = new Set(['28000', '28P01', '3D000', '3F000', '42501', '53300', '57P03']);
/** A server without TLS or with a certificate that is not valid, in the words of the driver and of OpenSSL. */
const TLS_PROBLEM = /\bSSL\b|certificate/i;

/**
 * Why a start failed, in one line for the operator that names the variable to change; null when the operator cannot fix
 * it. Never contains a URL as it was given, which may include a password.
 */
export function startProblem(
  error: unknown,
  configuration: Pick<Configuration, 'database' | 'http'> | null,
): string | null {
  if (error instanceof ConfigurationProblem) return error.message;
  const { code = '', syscall, path, severity, message, errors } = (error ?? {}) as SystemError;
  if (configuration === null) return code.startsWith('E') ? `DATA_DIR cannot be used: ${message}` : null;
  const { host, port } = configuration.http;
  if (syscall === 'listen') {
    if (code === 'EADDRINUSE')
      return `PORT ${port} on ${host} is in use; stop the program that uses it or set another PORT`;
    if (code === 'EACCES')
      return `PORT ${port} requires privileges that this user does not have; set a PORT above 1023`;
    return `HOST ${host} is not an address of this machine (${code})`;
  }
  if (syscall === 'getaddrinfo' && (error as { hostname?: string }).hostname === host) {
    return `HOST ${host} is not an address of this machine (${code})`;
  }
  const { databaseUrl, dataDirectory } = configuration.database;
  if (databaseUrl !== undefined) {
    const where = `DATABASE_URL: the database at ${databaseAddress(databaseUrl)}`;
    // A file of its certificates.
    if (path !== undefined && [...new URL(databaseUrl).searchParams.values()].includes(path))
      return `DATABASE_URL: the file ${path} cannot be read (${code})`;
    // Several addresses of one name fail as an aggregate error without a message; a missing socket is ENOENT.
    if (UNREACHABLE_CODES.has(code) || syscall === 'connect') return `${where} cannot be reached (${code})`;
    if (REJECTED_LOGIN.has(code)) return `${where} rejects the connection: ${message}`;
    // An unknown option or value in the URL ends the connection; so do internal errors, which the URL does not cause.
    if (severity === 'FATAL' && !code.startsWith('XX')) return `${where} rejects the connection: ${message}`;
    if (TLS_PROBLEM.test(message)) return `${where} cannot be used with TLS: ${message}`;
    if (/timeout|terminated/i.test(message)) return `${where} does not respond (${message})`;
    if (errors !== undefined && errors.length > 0) return startProblem(errors[0], configuration);
  }
  if (['EACCES', 'EROFS', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EEXIST'].includes(code)) {
    return `DATA_DIR ${dataDirectory} cannot be used: ${message}`;
  }
  return null;
}
