import { describe, expect, it } from 'vitest';
import { invitationMail } from '../../../../../src/modules/members/invitations/invitation.mail';

const LINK = 'https://trestle.example.com/invite?token=t';

const mail = (change: Partial<Parameters<typeof invitationMail>[0]> = {}) =>
  invitationMail(
    {
      email: 'new@example.com',
      role: 'member',
      organizationName: 'Acme Inc.',
      organizationUrl: 'https://acme.trestle.example.com',
      inviterName: 'Ada Lovelace',
      ...change,
    },
    LINK,
  );

describe('the mail of an invitation', () => {
  it('names the inviter, the organization, the role, and the link', () => {
    const { to, subject, text } = mail();
    expect(to).toBe('new@example.com');
    expect(subject).toBe('You are invited to Acme Inc.');
    expect(text).toContain(
      'Ada Lovelace invites you to join Acme Inc. (https://acme.trestle.example.com) as member.',
    );
    expect(text).toContain(`\n${LINK}\n`);
    expect(text).toContain('within 7 days');
  });

  it.each([
    'Win at https://evil.example now',
    'visit evil.example',
    'mail me@evil.example',
    'evil.example/path',
    'javascript:alert(1)',
  ])('omits a name that looks like a link: %s', (name) => {
    const { subject, text } = mail({ organizationName: name, inviterName: name });
    expect(subject).toBe('You are invited');
    expect(text).not.toContain('evil.example');
    expect(text).not.toContain('javascript');
    expect(text).toMatch(
      /^An administrator invites you to join https:\/\/acme\.trestle\.example\.com as member\.\n/,
    );
  });

  it('has no line break in a name', () => {
    const { subject, text } = mail({ organizationName: 'Acme\r\nBcc x', inviterName: null });
    expect(subject).toBe('You are invited to Acme Bcc x');
    expect(text.split('\n')[0]).toContain('Acme Bcc x');
  });
});
