import type { ArchivedRecord } from '../../reading/verify-archive';
import type { ArchivedTable } from '../../writing/archived-tables';

/** Records that do not work after an import, until someone sets them up again. */
export class StoppedRecords {
  /** The connection to an identity provider. */
  connection: 'saml' | 'oidc' | null = null;
  isSignOnRequired = false;
  readonly domains: string[] = [];
  /** All of them: their secrets are new. */
  readonly webhooks: { name: string; url: string }[] = [];
  /** Names of those that were enabled. */
  readonly automations: string[] = [];
  hooks = 0;
  pendingInvitations = 0;

  /** A record whose shape was checked. */
  learn(table: ArchivedTable, record: ArchivedRecord): void {
    switch (table) {
      case 'organizations':
        this.isSignOnRequired = record.sign_on_enforced === true;
        return;
      case 'sso_connections':
        this.connection = record.type === 'saml' ? 'saml' : 'oidc';
        return;
      case 'sso_domains':
        this.domains.push(String(record.domain));
        return;
      case 'webhooks':
        this.webhooks.push({ name: String(record.name), url: String(record.url) });
        return;
      case 'automations':
        if (record.enabled === true) this.automations.push(String(record.name));
        return;
      case 'automation_hooks':
        this.hooks += 1;
        return;
      case 'invitations':
        if (record.status === 'pending') this.pendingInvitations += 1;
        return;
      default:
        return;
    }
  }
}
