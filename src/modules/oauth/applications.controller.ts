import type { CallContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../rpc/schema';
import * as schemas from './applications.schemas';
import { ApplicationsService } from './applications.service';
import { AUDITED_APPLICATION } from './audited-application';

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
    description: 'One OAuth application, without its secret.',
  })
  get(context: CallContext, { id }: Input<typeof schemas.appsGet>) {
    return this.applications.get(context, id);
  }

  @MutationProcedure('oauth.apps.create', {
    ...schemas.appsCreate,
    scope: 'admin',
    role: 'admin',
    isAudited: true,
    auditedRecord: AUDITED_APPLICATION,
    hasSecretAnswer: true,
    description:
      'Registers an OAuth application. `redirectUris` (1 to 20) are compared letter by letter: https, http on localhost, 127.0.0.1 or [::1], or, of public applications, a scheme such as com.example.app:. `public` is for programs that can keep no secret; they use PKCE and get none. `clientSecret` is answered here only.',
  })
  create(context: CallContext, input: schemas.AppsCreateInput) {
    return this.applications.create(context, input);
  }

  @MutationProcedure('oauth.apps.update', {
    ...schemas.appsUpdate,
    scope: 'admin',
    role: 'admin',
    isAudited: true,
    auditedRecord: AUDITED_APPLICATION,
    description:
      'Changes what is given of an OAuth application. A scope that goes is lost at once to access that was given before; one that comes has to be asked for anew.',
  })
  update(context: CallContext, input: schemas.AppsUpdateInput) {
    return this.applications.update(context, input);
  }

  @MutationProcedure('oauth.apps.delete', {
    ...schemas.appsDelete,
    scope: 'admin',
    role: 'admin',
    isAudited: true,
    auditedRecord: AUDITED_APPLICATION,
    description:
      'Deletes an OAuth application and ends, from the next call on, all access that people gave it.',
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
      'Gives a confidential OAuth application a new client secret, answered here only; the one before it is refused from now on. Access that people gave stays.',
  })
  rotateSecret(context: CallContext, { id }: Input<typeof schemas.appsRotateSecret>) {
    return this.applications.rotateSecret(context, id);
  }
}
