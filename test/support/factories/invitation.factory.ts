import { randomBytes } from 'node:crypto';
import type { UserId } from '../../../src/kernel/ids';
import { Mailbox } from '../mailbox';
import type { TestMember, TestOrganization } from './organization.factory';
import { made } from './workspace.factory';

export interface TestInvitation {
  id: string;
  email: string;
  /** The token of the link in the next mail: the first, or after a resend the newer one. */
  nextToken(): Promise<string>;
}

export interface InvitationOptions {
  email?: string;
  role?: string;
  workspaceIds?: string[];
  /** The organization's owner unless given. */
  by?: TestMember;
}

const LINK = /\/invite\?token=([A-Za-z0-9_-]{43})\n/;

export function unusedEmail(): string {
  return `new-${randomBytes(8).toString('hex')}@example.com`;
}

/** A pending invitation, created over the wire and mailed by the application's worker. */
export async function anInvitation(
  organization: TestOrganization,
  options: InvitationOptions = {},
): Promise<TestInvitation> {
  const { by = organization.owner, email = unusedEmail(), role = 'member', workspaceIds } = options;
  const mailbox = Mailbox.of(organization.app);
  const input = { email, role, ...(workspaceIds ? { workspaceIds } : {}) };
  const { invitationId } = await made(by.client, 'organizations.members.invite', input);
  return {
    id: invitationId as string,
    email,
    nextToken: async () => LINK.exec((await mailbox.next(email, LINK)).text)![1]!,
  };
}

/** Gives an account the address that someone is invited by. */
export async function withEmail({ app }: TestOrganization, userId: UserId, email: string): Promise<void> {
  await app.sql.query('update users set email = $2, email_key = lower($2) where id = $1', [userId, email]);
}
