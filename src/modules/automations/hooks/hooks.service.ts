import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import type { AutomationId } from '../../../kernel/ids';
import { TenantDirectory } from '../../../access/ports';
import type { CallContext } from '../../../access/principal';
import { HttpConfig } from '../../../platform/config/http.config';
import { SecretBox, SecretUnreadable } from '../../../platform/crypto/secret-box';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import type { AutomationRecord } from '../automation.record';
import type { GivenTrigger } from '../automations.schemas';
import { MASK } from '../mask';
import { webhookReceived } from '../triggers/webhook-received';
import { hookSecretOf, newHookSecret, signingSecretOf } from './hook-secrets';
import { HooksRepository } from './hooks.repository';
import { hasSigningSecret } from './signing-secret';

type Tx = InTransaction<TenantContext>;

/** The addresses of automations that a hook fires. */
@Injectable()
export class HooksService {
  constructor(
    private readonly hooks: HooksRepository,
    private readonly box: SecretBox,
    private readonly tenants: TenantDirectory,
    private readonly http: HttpConfig,
  ) {}

  /**
   * Adds, changes or removes the hook of an automation that has just been written, so that it fits the given trigger.
   * `before` is the automation before the change. Returns the sealed secret in its URL; null without a hook.
   */
  async settle(
    tx: Tx,
    id: AutomationId,
    { type, config }: GivenTrigger,
    before: AutomationRecord | null,
  ): Promise<string | null> {
    const kept = before?.sealedHookSecret ?? null;
    if (type !== webhookReceived.type) {
      if (kept !== null) await this.hooks.remove(tx, id);
      return null;
    }
    const { signingSecret = null } = webhookReceived.config.parse(config);
    const { organizationId } = tx;
    const sealed = kept ?? this.box.seal(newHookSecret(), hookSecretOf(organizationId, id));
    const sealedSigningSecret =
      signingSecret === MASK
        ? await this.keptSigningSecret(tx, id)
        : signingSecret && this.box.seal(signingSecret, signingSecretOf(organizationId, id));
    await this.hooks.save(tx, id, sealed, sealedSigningSecret);
    return sealed;
  }

  /** The URL, for the creator alone: any caller who knows it can fire the automation. */
  async urlFor(
    { principal, organizationId }: CallContext,
    { id, createdBy, sealedHookSecret: sealed }: AutomationRecord,
  ): Promise<string | null> {
    if (sealed === null || createdBy !== principal.userId) return null;
    const secret = this.opened(sealed, hookSecretOf(organizationId, id));
    const tenant = await this.tenants.byId(organizationId);
    return secret && `${this.http.baseUrlOf(tenant!.slug)}/api/automations/${id}/hook/${secret}`;
  }

  /** The trigger of an automation with its signing secret in place of the mask, for a copy by its creator. */
  async revealed(
    context: TenantContext,
    { id, trigger }: Pick<AutomationRecord, 'id' | 'trigger'>,
  ): Promise<AutomationRecord['trigger']> {
    if (!hasSigningSecret(trigger.config)) return trigger;
    const sealed = await this.hooks.sealedSigningSecret(context, id);
    const secret = sealed && this.opened(sealed, signingSecretOf(context.organizationId, id));
    return secret === null ? trigger : { ...trigger, config: { ...trigger.config, signingSecret: secret } };
  }

  /** A secret that cannot be read, because APP_SECRET was lost, is null. */
  opened(sealed: string, belongsTo: string): string | null {
    try {
      return this.box.open(sealed, belongsTo);
    } catch (error) {
      if (error instanceof SecretUnreadable) return null;
      throw error;
    }
  }

  private async keptSigningSecret(tx: Tx, id: AutomationId): Promise<string> {
    const sealed = await this.hooks.sealedSigningSecret(tx, id);
    if (sealed === null)
      throw InvalidInput.at(
        'trigger.config.signingSecret',
        'Give the secret: the automation has none to keep',
      );
    return sealed;
  }
}
