import type { CallContext } from '../../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../../rpc/schema';
import * as schemas from './applications.schemas';
import { ApplicationsService } from './applications.service';
import { AUDITED_APPLICATION } from './application-audit-snapshot';

@Procedures()
export class ApplicationsController {
  constructor(private readonly applications: ApplicationsService) {}

  @QueryProcedure('oauth.apps.list', {
    ...schemas.appsList,
    scope: 'read',
    role: 'admin',
    description:
      'The OAuth applications that this organization has registered, oldest first, without secrets.',
  })
  list(context: CallContext, { cursor, limit }: Input<typeof schemas.appsList>) {
    return this.applications.list(context, { cursor: cursor ?? null, limit });
  }

  @QueryProcedure('oauth.apps.get', {
    ...schemas.appsGet,
    scope: 'read',
    role: 'admin',
    description: 'One OAuth application, without its client secret.',
  })
  get(context: CallContext, { id }: Input<typeof schemas.appsGet>) {
    return this.applications.get(context, id);
  }

  @MutationProcedure('oauth.apps.create', {
    ...schemas.appsCreate,
    scope: 'admin',
    role: 'admin',
    isAudited: true,
    recordAuditSnapshot: AUDITED_APPLICATION,
    hasSecretAnswer: true,
    description:
      'Registers an OAuth application. `redirectUris` (1 to 20) are compared exactly: https, http on localhost, 127.0.0.1 or [::1], or, for public applications, a private scheme such as com.example.app:. `public` is for clients that cannot keep a secret; they use PKCE and have no client secret. `clientSecret` is returned only here.',
  })
  create(context: CallContext, input: schemas.AppsCreateInput) {
    return this.applications.create(context, input);
  }

  @MutationProcedure('oauth.apps.update', {
    ...schemas.appsUpdate,
    scope: 'admin',
    role: 'admin',
    isAudited: true,
    recordAuditSnapshot: AUDITED_APPLICATION,
    description:
      'Updates the given fields of an OAuth application. Removing a scope revokes it from existing grants immediately; an added scope requires new consent.',
  })
  update(context: CallContext, input: schemas.AppsUpdateInput) {
    return this.applications.update(context, input);
  }

  @MutationProcedure('oauth.apps.delete', {
    ...schemas.appsDelete,
    scope: 'admin',
    role: 'admin',
    isAudited: true,
    recordAuditSnapshot: AUDITED_APPLICATION,
    description: 'Deletes an OAuth application and revokes all of its grants, effective with the next call.',
  })
  async delete(context: CallContext, { id }: Input<typeof schemas.appsDelete>) {
    await this.applications.delete(context, id);
    return SUCCESS;
  }

  @MutationProcedure('oauth.apps.rotateSecret', {
    ...schemas.appsRotateSecret,
    scope: 'admin',
    role: 'admin',
    isAudited: true,
    hasSecretAnswer: true,
    description:
      'Rotates the client secret of a confidential OAuth application. The new secret is returned only here; the previous one stops working immediately. Existing grants are kept.',
  })
  rotateSecret(context: CallContext, { id }: Input<typeof schemas.appsRotateSecret>) {
    return this.applications.rotateSecret(context, id);
  }
}
