import { Injectable } from '@nestjs/common';
import { InvalidInput } from '../../../kernel/app-error';
import { type AutomationId, idPattern } from '../../../kernel/ids';
import type { IncomingRequest } from '../../../access/incoming-request';
import { RateLimits } from '../../../access/rate-limits';
import { TenantFinder } from '../../../access/tenant-finder';
import { isSameSecret } from '../../../platform/crypto/constant-time';
import { sha256Text } from '../../../platform/crypto/digest';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { HookExecutionsService } from './hook-executions.service';
import { payloadOf } from './hook-payload';
import { hookSecretOf, isHookSecret, signingSecretOf } from './hook-secrets';
import { isSigned } from './hook-signature';
import { HookIsDisabled, HookNotFound, SignatureInvalid } from './hooks.errors';
import { HooksRepository, type OpenHook } from './hooks.repository';
import { HooksService } from './hooks.service';

const AUTOMATION_ID = idPattern('automation');
const KEY_MAX = 255;

/** A request to the URL of a hook, with its body as it was sent. */
export interface HookCall {
  readonly request: IncomingRequest;
  readonly id: string;
  readonly secret: string;
  readonly body: Buffer;
}

/** Receives requests that fire automations (contract §8, "Inbound"). */
@Injectable()
export class HookReceptionService {
  constructor(
    private readonly tenants: TenantFinder,
    private readonly hooks: HooksRepository,
    private readonly secrets: HooksService,
    private readonly limits: RateLimits,
    private readonly executions: HookExecutionsService,
  ) {}

  /** Throws HookNotFound alike for everything that a caller without the secret could otherwise find out. */
  async receive(call: HookCall): Promise<{ executionId: string }> {
    const { request, body } = call;
    const found = await this.find(call);
    if (found === null) {
      await this.limits.wrongHook(request.rate, request.ip);
      throw new HookNotFound();
    }
    const { context, id, hook } = found;
    await this.limits.hook(request.rate, id);
    if (!hook.enabled) throw new HookIsDisabled();
    if (hook.isArchived) throw new HookIsDisabled('The board of the automation is archived');
    this.assertSigned(found, call);
    const payload = payloadOf(body, request.header('content-type'));
    const { boardId } = hook;
    const executionId = await this.executions.add(context, { id, boardId, cause: causeOf(request), payload });
    return { executionId };
  }

  private async find({
    request,
    id: given,
    secret,
  }: HookCall): Promise<{ context: TenantContext; id: AutomationId; hook: OpenHook } | null> {
    const named = await this.tenants.named(request);
    if (named.kind !== 'tenant' || !AUTOMATION_ID.test(given) || !isHookSecret(secret)) return null;
    const { organizationId } = named.tenant;
    const context = { organizationId, transaction: null };
    const id = given as AutomationId;
    const hook = await this.hooks.find(context, id);
    const expected = hook && this.secrets.opened(hook.sealedSecret, hookSecretOf(organizationId, id));
    // Also without a hook, so that the time says nothing.
    const isSame = isSameSecret(secret, expected ?? '');
    return hook !== null && isSame ? { context, id, hook } : null;
  }

  private assertSigned(
    { context, id, hook }: { context: TenantContext; id: AutomationId; hook: OpenHook },
    { request, body }: HookCall,
  ): void {
    const { sealedSigningSecret: sealed } = hook;
    if (sealed === null) return;
    const secret = this.secrets.opened(sealed, signingSecretOf(context.organizationId, id));
    if (secret === null || !isSigned(request, body, secret)) throw new SignatureInvalid();
  }
}

/** The key under which the sender repeats a request; null for a request that is not repeated. */
function causeOf(request: IncomingRequest): string | null {
  for (const name of ['webhook-id', 'idempotency-key']) {
    const key = request.header(name) ?? '';
    if (key.length > KEY_MAX) throw InvalidInput.at(name, `Must be at most ${KEY_MAX} characters`);
    // A digest, because the header can contain any bytes.
    if (key !== '') return `hook ${sha256Text(key, 'hex')}`;
  }
  return null;
}
