import { headerText, type Mail } from '../../../platform/mail/mailer';
import type { DisabledReason } from '../webhooks.schemas';

interface DisabledWebhook {
  readonly name: string;
  readonly id: string;
  readonly reason: DisabledReason;
}

const CAUSES: Readonly<Record<DisabledReason, string>> = {
  manual: 'an administrator disabled it',
  gone: 'its receiver responded with 410 Gone',
  failing: 'its receiver has not accepted a delivery for five days',
};

/** `organizationUrl` is the organization's own address. The mail does not contain the receiver's URL, which can be secret. */
export function disabledWebhookMail(
  to: string,
  organizationUrl: string,
  { name, id, reason }: DisabledWebhook,
): Mail {
  const shown = headerText(name);
  return {
    to,
    subject: `The webhook "${shown}" was disabled`,
    text: `The webhook "${shown}" (${id}) of ${organizationUrl} was disabled: ${CAUSES[reason]}.

It gets no events until it is enabled again. Deliveries that were pending have failed.

Once the receiver works, call webhooks.update with "enabled": true. webhooks.replay then delivers the events that the
receiver missed, and webhooks.deliveries.list shows the failures.
`,
  };
}
