import type { AppError } from '../../../kernel/app-error';
import type { Field } from '../../../http/pages/field';

/** Fields of a form that asks for the password only once it was rejected without: who has just signed in is let on. */
export function passwordIfAsked(problem: AppError | null): Field[] {
  const isAsked = problem?.issues?.some(({ path }) => path === 'password') === true;
  return isAsked
    ? [{ name: 'password', label: 'Your password', type: 'password', autocomplete: 'current-password' }]
    : [];
}

/** What was typed into it, as procedures take it. */
export function passwordTyped({ password = '' }: Readonly<Record<string, string>>): { password?: string } {
  return password === '' ? {} : { password };
}
