import { NotAllowed } from './access-errors';
import type { Person } from './principal';

/** What is a person's own and no organization's: applications that they let act for them there do not reach it. */
export function refuseApplication({ credential }: Person): void {
  if (credential.kind === 'application')
    throw new NotAllowed('This is about the account of a person; an application may not do it');
}
