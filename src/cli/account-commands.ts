import type { INestApplicationContext } from '@nestjs/common';
import { checkedBody } from '../http/bodies/rest-body';
import {
  AccountRecoveryService,
  type CreatedOwner,
  NamedAccountBody,
  OwnerBody,
  OwnerCreationService,
  type PasswordLink,
  PersonErasureService,
  type RecoveredAccount,
} from '../modules/accounts';
import type { CommandResult } from './run-command';

/** `given`: the fields of OwnerBody as the operator typed them. */
export async function createOwner(
  application: INestApplicationContext,
  given: Record<string, unknown>,
  { isReplacing }: { isReplacing: boolean },
): Promise<CommandResult> {
  const service = application.get(OwnerCreationService, { strict: false });
  return ownerResult(await service.create(checkedBody(OwnerBody, given), { isReplacing }));
}

/** `given`: the fields of NamedAccountBody as the operator typed them. */
export async function resetPassword(
  application: INestApplicationContext,
  given: Record<string, unknown>,
  options: { disablesSecondFactor: boolean },
): Promise<CommandResult> {
  const service = application.get(AccountRecoveryService, { strict: false });
  return resetResult(await service.recover(checkedBody(NamedAccountBody, given), options), options);
}

/** Erases the person with an address, or counts what would be erased. */
export async function erasePerson(
  application: INestApplicationContext,
  email: string,
  { isDryRun }: { isDryRun: boolean },
): Promise<CommandResult> {
  const service = application.get(PersonErasureService, { strict: false });
  const { userId, rows } = await service.erase(checkedBody(NamedAccountBody, { email }).email, { isDryRun });
  const verb = isDryRun ? 'Would erase' : 'Erased';
  return {
    text: [
      userId === null ? `${email} has no account` : `${verb} the account ${userId}`,
      ...[...rows].map(([table, count]) => `${verb} what ${count} rows of ${table} contain`),
    ].join('\n'),
    json: { userId, isDryRun, rows: Object.fromEntries(rows) },
    warnings: [
      'Backups and archives that were made before still contain the person: delete them when they are due',
    ],
    isSuccess: true,
  };
}

function ownerResult(created: CreatedOwner): CommandResult {
  const { userId, email, organization, isNewAccount, isNewOrganization, password } = created;
  return {
    text: [
      `${email} is the owner of ${isNewOrganization ? 'the new organization' : 'the organization'} ${organization.slug}`,
      ...linkLines(password),
    ].join('\n'),
    json: { userId, email, organization, isNewAccount, isNewOrganization, ...linkJson(password) },
    warnings: [],
    isSuccess: true,
  };
}

function resetResult(
  { userId, email, password }: RecoveredAccount,
  { disablesSecondFactor }: { disablesSecondFactor: boolean },
): CommandResult {
  return {
    text: [
      ...(disablesSecondFactor ? [`Two-factor authentication is off for ${email}`] : []),
      ...(password === null ? [`The password of ${email} is set, and its sessions have ended`] : []),
      ...linkLines(password),
    ].join('\n'),
    json: { userId, email, secondFactorDisabled: disablesSecondFactor, ...linkJson(password) },
    warnings: [],
    isSuccess: true,
  };
}

function linkLines(password: PasswordLink | null): string[] {
  if (password === null) return [];
  return [
    `The user sets a password with this link, which works once, until ${password.expiresAt.toISOString()}:`,
    password.link,
  ];
}

function linkJson(password: PasswordLink | null): object {
  return { link: password?.link ?? null, expiresAt: password?.expiresAt.toISOString() ?? null };
}
