import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../rpc/schema';
import { AUDITED_CONNECTION } from './connections/connection-audit-snapshot';
import { SignOnTestsService } from './sign-on/sign-on-tests.service';
import { SsoPreparationService } from './connections/sso-preparation.service';
import * as schemas from './sso.schemas';
import { SsoService } from './sso.service';

const BY_ADMINS = { scope: 'admin', role: 'admin', isAudited: true } as const;

@Procedures()
export class SsoController {
  constructor(
    private readonly sso: SsoService,
    private readonly preparation: SsoPreparationService,
    private readonly tests: SignOnTestsService,
  ) {}

  @QueryProcedure('sso.get', {
    ...schemas.ssoGet,
    scope: 'read',
    role: 'admin',
    description:
      'The single sign-on settings of the organization, without secrets, and the service provider values to enter at the identity provider. `type` is null before single sign-on is set up.',
  })
  get(context: CallContext) {
    return this.sso.get(context);
  }

  @MutationProcedure('sso.update', {
    ...schemas.ssoUpdate,
    ...BY_ADMINS,
    recordAuditSnapshot: AUDITED_CONNECTION,
    isPrepared: true,
    description:
      'Sets up single sign-on or updates the given settings. SAML takes `metadata` (XML, or a URL that is fetched once) or `entityId`, `ssoUrl`, `certificates` and `sloUrl`, and `signRequests`; OpenID Connect takes `issuer`, `clientId` and `clientSecret`. `enforced: true` requires a previous sign-on with these settings, real or with sso.test. Only the owner can map groups to admin. Replacing the provider ends the sessions that it started. A dry run contacts no provider: it rejects `metadata` that is a URL, and accepts any issuer.',
  })
  async update(context: CallContext, input: schemas.SsoUpdateInput) {
    const prepared = await this.preparation.of(context, input);
    return (now: CallContext) => this.sso.update(now, input, prepared);
  }

  @MutationProcedure('sso.test', {
    ...schemas.ssoTest,
    ...BY_ADMINS,
    description:
      'Returns a link, valid for ten minutes in one browser, that runs a complete sign-on at the identity provider, shows the received attributes and does not start a session.',
  })
  test(context: CallContext) {
    return this.tests.begin(context);
  }

  @MutationProcedure('sso.delete', {
    ...schemas.ssoDelete,
    ...BY_ADMINS,
    recordAuditSnapshot: AUDITED_CONNECTION,
    description:
      'Deletes single sign-on with its enforcement, the sessions that it started and the links between members and identities. Members are kept and sign in with a password.',
  })
  async delete(context: CallContext, { expectedUpdatedAt }: Input<typeof schemas.ssoDelete>) {
    await this.sso.delete(context, expectedUpdatedAt);
    return SUCCESS;
  }
}
