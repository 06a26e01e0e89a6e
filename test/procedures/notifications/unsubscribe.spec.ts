import { beforeAll, describe, expect, it } from 'vitest';
import type { NotificationKind } from '../../../src/modules/notifications/notification-kinds';
import { UnsubscribeLinksService } from '../../../src/modules/notifications/unsubscribe/unsubscribe-links.service';
import {
  anOrganization,
  type TestMember,
  type TestOrganization,
} from '../../support/factories/organization.factory';
import { made } from '../../support/factories/workspace.factory';
import { PageBrowser } from '../../support/page-browser';

describe('/unsubscribe', () => {
  let organization: TestOrganization;
  let member: TestMember;
  const links = () => organization.app.nest.get(UnsubscribeLinksService, { strict: false });
  const pathFor = (kinds: readonly NotificationKind[], { userId } = member): string => {
    const url = new URL(links().linkTo({ organizationId: organization.id, userId, kinds }));
    return url.pathname + url.search;
  };
  const mailsOf = async ({ client }: TestMember): Promise<Record<string, boolean>> => {
    const { preferences } = (await client.query('notifications.preferences.get')).data;
    return Object.fromEntries(
      Object.entries(preferences as Record<string, { email: boolean }>).map(([kind, { email }]) => [
        kind,
        email,
      ]),
    );
  };
  const ALL = {
    mention: true,
    reply: true,
    assignment: true,
    form_submission: true,
    invitation: true,
    due: false,
    automation: false,
    automation_disabled: true,
  };
  const post = (path: string, type: string, payload: string, headers: Record<string, string> = {}) =>
    organization.app.nest.inject({
      method: 'POST',
      url: path,
      headers: { host: 'trestle.test', 'content-type': type, ...headers },
      payload,
    });

  beforeAll(async () => {
    organization = await anOrganization();
  });

  it('GET shows a form and changes nothing; its button turns off the mails of the kinds', async () => {
    member = await organization.addMember('member');
    const browser = new PageBrowser(organization.app);
    const path = pathFor(['mention', 'reply']);
    const shown = await browser.get(path);
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('mails about mentions and replies');
    expect(shown.text).not.toContain('<script');
    expect(await mailsOf(member)).toEqual(ALL);
    const action = /<form method="post" action="([^"]+)"/.exec(shown.text)![1]!;
    const answer = await browser.post(action, {});
    expect([answer.status, answer.text.includes('These mails are off')]).toEqual([200, true]);
    expect(await mailsOf(member)).toEqual({ ...ALL, mention: false, reply: false });
  });

  it.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
  ])('POST of %s by a mail program turns off the mails, again and again', async (type, payload) => {
    member = await organization.addMember('member');
    const preferences = { assignment: { inApp: false } };
    await made(member.client, 'notifications.preferences.update', { preferences });
    for (let count = 0; count < 2; count += 1) {
      const answer = await post(pathFor(['assignment']), type, payload, {
        origin: 'https://mail.example.com',
      });
      expect(answer.statusCode).toBe(200);
    }
    expect(await mailsOf(member)).toEqual({ ...ALL, assignment: false });
    const { data } = await member.client.query('notifications.preferences.get');
    expect(data.preferences.assignment).toEqual({ inApp: false, email: false });
  });

  it('404: a token that was changed in any part, for GET and POST', async () => {
    member = await organization.addMember('member');
    const other = await organization.addMember('member');
    const path = pathFor(['mention']);
    const [address, token] = path.split('token=') as [string, string];
    const [organizationId, userId, kinds, signature] = token.split('.') as [string, string, string, string];
    const stranger = (await anOrganization()).id;
    const tampered = [
      [stranger, userId, kinds, signature],
      [organizationId, other.userId, kinds, signature],
      [organizationId, userId, 'mention-reply', signature],
      [organizationId, userId, kinds, signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))],
      [organizationId, userId, kinds],
      [organizationId, userId, kinds, signature, 'x'],
      [''],
    ].map((parts) => `${address}token=${parts.join('.')}`);
    for (const url of [...tampered, '/unsubscribe']) {
      const shown = await new PageBrowser(organization.app).get(url);
      expect([url, shown.status]).toEqual([url, 404]);
      const posted = await post(url, 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click');
      expect([url, posted.statusCode]).toEqual([url, 404]);
    }
    for (const each of [member, other]) expect(await mailsOf(each)).toEqual(ALL);
  });

  it('200: for a former member, without an effect', async () => {
    member = await organization.addMember('member');
    await made(organization.owner.client, 'organizations.members.remove', { userId: member.userId });
    const answer = await post(
      pathFor(['mention']),
      'application/x-www-form-urlencoded',
      'List-Unsubscribe=One-Click',
    );
    expect(answer.statusCode).toBe(200);
    const { rows } = await organization.app.sql.query(
      'select from notification_preferences where user_id = $1',
      [member.userId],
    );
    expect(rows).toEqual([]);
  });
});
