import type { CallContext, PersonContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import { type Input, SUCCESS } from '../../rpc/schema';
import { AUDITED_SETTINGS } from './audited-settings';
import { OrganizationDeletionService } from './organization-deletion.service';
import { presentSettings } from './organizations.presenter';
import * as schemas from './organizations.schemas';
import { OrganizationsService } from './organizations.service';

@Procedures()
export class OrganizationsController {
  constructor(
    private readonly organizations: OrganizationsService,
    private readonly deletion: OrganizationDeletionService,
  ) {}

  @QueryProcedure('organizations.get', {
    ...schemas.organizationsGet,
    scope: 'read',
    role: 'guest',
    description: 'The organization of the host, of x-tenant-id or of the token.',
  })
  get(context: CallContext) {
    return this.organizations.get(context);
  }

  @MutationProcedure('organizations.create', {
    ...schemas.organizationsCreate,
    scope: 'admin',
    role: 'person',
    isAudited: true,
    auditedRecord: AUDITED_SETTINGS,
    description:
      'Founds an organization with the caller as its owner; needs a session. Without a slug one is made from the name.',
  })
  create(context: PersonContext, input: schemas.OrganizationsCreateInput) {
    return this.organizations.create(context, input);
  }

  @MutationProcedure('organizations.update', {
    ...schemas.organizationsUpdate,
    scope: 'admin',
    role: 'admin',
    isAudited: true,
    auditedRecord: AUDITED_SETTINGS,
    description: 'Changes the settings it is given.',
  })
  async update(context: CallContext, input: schemas.OrganizationsUpdateInput) {
    return presentSettings(await this.organizations.update(context, input));
  }

  @MutationProcedure('organizations.delete', {
    ...schemas.organizationsDelete,
    scope: 'admin',
    role: 'owner',
    isAudited: true,
    auditedRecord: AUDITED_SETTINGS,
    description:
      'Deletes the organization and all it holds, for good; `slug` must repeat its slug. Access ends and the slug is free at once, the data goes in the background. Its people keep their accounts.',
  })
  async delete(context: CallContext, { slug, expectedUpdatedAt }: Input<typeof schemas.organizationsDelete>) {
    await this.deletion.delete(context, slug, expectedUpdatedAt);
    return SUCCESS;
  }
}
