import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../rpc/schema';
import { AUDITED_CONNECTION } from './audited-connection';
import { SignOnTests } from './sign-on-tests';
import { SsoPreparation } from './sso-preparation';
import * as schemas from './sso.schemas';
import { SsoService } from './sso.service';

const BY_ADMINS = { scope: 'admin', role: 'admin', isAudited: true } as const;

@Procedures()
export class SsoController {
  constructor(
    private readonly sso: SsoService,
    private readonly preparation: SsoPreparation,
    private readonly tests: SignOnTests,
  ) {}

  @QueryProcedure('sso.get', {
    ...schemas.ssoGet,
    scope: 'read',
    role: 'admin',
    description:
      'How the organization lets people in by an identity provider of its own, without secrets, and what that provider must know of the organization. `type` is null before it is set up.',
  })
  get(context: CallContext) {
    return this.sso.get(context);
  }

  @MutationProcedure('sso.update', {
    ...schemas.ssoUpdate,
    ...BY_ADMINS,
    auditedRecord: AUDITED_CONNECTION,
    isPrepared: true,
    description:
      'Sets single sign-on up, or changes what it is given. SAML takes `metadata` (XML, or a URL that is fetched once) or `entityId`, `ssoUrl`, `certificates` and `sloUrl`, and `signRequests`; OpenID Connect `issuer`, `clientId` and `clientSecret`. `enforced: true` needs a sign-on through these settings before, real or by sso.test. Only the owner maps groups to admin. Sessions that the provider began end when it is replaced.',
  })
  async update(context: CallContext, input: schemas.SsoUpdateInput) {
    const prepared = await this.preparation.of(context, input);
    return (now: CallContext) => this.sso.update(now, input, prepared);
  }

  @MutationProcedure('sso.test', {
    ...schemas.ssoTest,
    ...BY_ADMINS,
    description:
      'Answers a link, good for ten minutes and one browser, that goes the whole way through the identity provider and back, shows what it told, and signs nobody in.',
  })
  test(context: CallContext) {
    return this.tests.begin(context);
  }

  @MutationProcedure('sso.delete', {
    ...schemas.ssoDelete,
    ...BY_ADMINS,
    auditedRecord: AUDITED_CONNECTION,
    description:
      'Ends single sign-on, its enforcement, the sessions that it began, and what ties members to identities. Members stay, and sign in by password.',
  })
  async delete(context: CallContext, { expectedUpdatedAt }: Input<typeof schemas.ssoDelete>) {
    await this.sso.delete(context, expectedUpdatedAt);
    return SUCCESS;
  }
}
