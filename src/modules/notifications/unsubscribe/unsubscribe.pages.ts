import { html } from '../../../http/pages/html';
import { form } from '../../../http/pages/form';
import { page, type ShownPage } from '../../../http/pages/page';
import type { NotificationKind } from '../notification-kinds';
import type { Unsubscription } from './unsubscribe-links.service';

const NAMES: Readonly<Record<NotificationKind, string>> = {
  mention: 'mentions',
  reply: 'replies',
  assignment: 'assignments',
  form_submission: 'form submissions',
  invitation: 'accepted invitations',
  due: 'items that are due',
  automation: 'messages of automations',
  automation_disabled: 'automations that were disabled',
};

export function unsubscribePage(token: string, { kinds }: Unsubscription): ShownPage {
  return page(
    'Turn off these mails',
    html`<p>You will no longer receive mails about ${namesOf(kinds)}. Notifications in Trestle stay.</p>
      ${form({ action: `/unsubscribe?token=${encodeURIComponent(token)}`, submit: 'Turn off these mails' })}`,
  );
}

export function unsubscribedPage(kinds: readonly NotificationKind[]): ShownPage {
  return page(
    'These mails are off',
    html`<p>You no longer receive mails about ${namesOf(kinds)}.</p>
      <p>You can turn them on again in your preferences.</p>`,
  );
}

function namesOf(kinds: readonly NotificationKind[]): string {
  const names = kinds.map((kind) => NAMES[kind]);
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;
}
