import { type AppError, Overloaded } from '../../kernel/app-error';

/** Whether the cause of a failed request is in the log: faults and missing dependencies, which operators must see. */
export function isLogged(error: AppError): boolean {
  const isOperators = error.code === 'INTERNAL_SERVER_ERROR' || error.code === 'SERVICE_UNAVAILABLE';
  return isOperators && !(error instanceof Overloaded);
}
