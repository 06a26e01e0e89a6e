import { Injectable } from '@nestjs/common';
import { OutboundRejected } from '../../../../platform/http/outbound-errors';
import { OutboundGuard } from '../../../../platform/http/outbound-guard';
import { ServiceProvidersService } from '../../../sso';
import { type ArchiveManifest, recordsPart } from '../../archive-manifest';
import type { StoppedRecords } from './stopped-records';

/** Names in a list. */
const NAMED_MAX = 20;

/** What must be done after an import, so that everything works again. */
export interface NextStep {
  /** What it is about. */
  subject: string;
  text: string;
}

/** Records that an archive contains and an import ignores, and how they are replaced. */
const NOT_IMPORTED = [
  ['tokens', 'personal access tokens', 'their owners create new ones'],
  ['oauth_applications', 'OAuth applications', 'create and connect them again'],
  ['scim_tokens', 'tokens of the directory', 'create one (scim.tokens.create) and enter it at the directory'],
] as const;

/** Lists what an import has stopped. */
@Injectable()
export class NextStepsService {
  constructor(
    private readonly providers: ServiceProvidersService,
    private readonly guard: OutboundGuard,
  ) {}

  list(stopped: StoppedRecords, manifest: ArchiveManifest, slug: string): NextStep[] {
    return [
      ...this.signOn(stopped, slug),
      ...this.webhooks(stopped),
      ...automations(stopped, manifest),
      ...NOT_IMPORTED.flatMap(([table, what, how]) => {
        const count = manifest.parts.find(({ name }) => name === recordsPart(table))?.rows ?? 0;
        return count === 0 ? [] : [{ subject: what, text: `${count} were not imported: ${how}` }];
      }),
      ...(stopped.pendingInvitations === 0
        ? []
        : [
            {
              subject: 'invitations',
              text: `The links of ${stopped.pendingInvitations} are not valid: send them again (invitations.resend)`,
            },
          ]),
    ];
  }

  private signOn({ connection, domains, isSignOnRequired }: StoppedRecords, slug: string): NextStep[] {
    const subject = 'single sign-on';
    const steps: NextStep[] = [];
    if (connection !== null) {
      const { entityId, acsUrl, logoutUrl, redirectUri } = this.providers.of(slug);
      steps.push({
        subject,
        text:
          connection === 'saml'
            ? `Enter at the identity provider: ACS URL ${acsUrl}, entity ID ${entityId}, logout URL ${logoutUrl}`
            : `Enter at the identity provider: redirect URI ${redirectUri}. Enter the client secret in Trestle (sso.update)`,
      });
      const required = isSignOnRequired ? ', then require single sign-on again' : '';
      steps.push({ subject, text: `Test the connection (sso.test)${required}` });
    }
    if (domains.length > 0)
      steps.push({ subject, text: `Prove the domains again (sso.domains.list): ${listed(domains)}` });
    return steps;
  }

  private webhooks({ webhooks }: StoppedRecords): NextStep[] {
    if (webhooks.length === 0) return [];
    const subject = 'webhooks';
    const names = listed(webhooks.map(({ name }) => name));
    const steps = [
      {
        subject,
        text: `${webhooks.length} are disabled and have new secrets; for each, rotate the secret (webhooks.rotateSecret), enter it at the receiver, and enable the webhook: ${names}`,
      },
    ];
    const rejected = webhooks.flatMap(({ name, url }) => {
      const reason = this.rejection(url);
      return reason === null ? [] : [`${name} (${reason})`];
    });
    if (rejected.length > 0)
      steps.push({
        subject,
        text: `This installation does not call the addresses of ${rejected.length}; change them, or allow their hosts (OUTBOUND_ALLOW): ${listed(rejected)}`,
      });
    return steps;
  }

  private rejection(url: string): string | null {
    try {
      this.guard.checkUrl(url);
      return null;
    } catch (error) {
      if (error instanceof OutboundRejected) return error.message;
      throw error;
    }
  }
}

function automations(
  { automations: names, hooks }: StoppedRecords,
  { secretsLeftOut }: ArchiveManifest,
): NextStep[] {
  const subject = 'automations';
  const headers = secretsLeftOut.find(({ table, column }) => table === 'automations' && column === 'actions');
  return [
    ...(names.length === 0
      ? []
      : [{ subject, text: `${names.length} are disabled; check and enable each: ${listed(names)}` }]),
    ...(headers === undefined
      ? []
      : [{ subject, text: `Enter the headers of requests again: those of ${headers.count} are empty` }]),
    ...(hooks === 0
      ? []
      : [{ subject, text: `${hooks} have new addresses for inbound requests: enter them at the senders` }]),
  ];
}

function listed(names: readonly string[]): string {
  const others = names.length - NAMED_MAX;
  return names.slice(0, NAMED_MAX).join(', ') + (others > 0 ? ` and ${others} others` : '');
}
