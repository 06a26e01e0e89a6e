import { ConfigurationProblem } from './platform/config/configuration-problem';
import type { Configuration } from './platform/config/configuration';

interface SystemError {
  code?: string;
  syscall?: string;
  message: string;
  errors?: unknown[];
}

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
]);
/** Wrong password, unknown user, unknown database, and other errors that a server reports on connecting. */
const REJECTED_LOGIN = new Set(['28000', '28P01', '3D000', '42501', '53300', '57P03']);

/**
 * Why a start failed, in one line for the operator that names the variable to change; null when the operator cannot fix
 * it. Never contains a URL as it was given, which may include a password.
 */
export function startProblem(error: unknown, configuration: Configuration | null): string | null {
  if (error instanceof ConfigurationProblem) return error.message;
  const { code = '', syscall, message, errors } = (error ?? {}) as SystemError;
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
    const where = `DATABASE_URL: the database at ${new URL(databaseUrl).host}`;
    // Several addresses of one name fail as an aggregate error without a message.
    if (UNREACHABLE.has(code)) return `${where} cannot be reached (${code})`;
    if (REJECTED_LOGIN.has(code)) return `${where} rejects the connection: ${message}`;
    if (/timeout|terminated/i.test(message)) return `${where} does not respond (${message})`;
    if (errors !== undefined && errors.length > 0) return startProblem(errors[0], configuration);
  }
  if (['EACCES', 'EROFS', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EEXIST'].includes(code)) {
    return `DATA_DIR ${dataDirectory} cannot be used: ${message}`;
  }
  return null;
}
