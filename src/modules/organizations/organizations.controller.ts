import type { CallContext, UserContext } from '../../access/principal';
import { MutationProcedure, Procedures, QueryProcedure } from '../../rpc/procedure.decorator';
import type { Input } from '../../rpc/schema';
import { AUDITED_SETTINGS } from './settings-audit-snapshot';
import { OrganizationDeletionService } from './deletion/organization-deletion.service';
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
    description: 'The organization that the host name, x-tenant-id or the token selects.',
  })
  get(context: CallContext) {
    return this.organizations.get(context);
  }

  @MutationProcedure('organizations.create', {
    ...schemas.organizationsCreate,
    scope: 'admin',
    role: 'person',
    isAudited: true,
    recordAuditSnapshot: AUDITED_SETTINGS,
    description:
      'Creates an organization with the caller as owner. Requires a session. Without a slug, one is derived from the name.',
  })
  create(context: UserContext, input: schemas.OrganizationsCreateInput) {
    return this.organizations.create(context, input);
  }

  @MutationProcedure('organizations.update', {
    ...schemas.organizationsUpdate,
    scope: 'admin',
    role: 'admin',
    isAudited: true,
    recordAuditSnapshot: AUDITED_SETTINGS,
    description:
      'Updates the given settings. `maxTokenLifetimeDays` (1 to 366, null for no limit) is the longest lifetime of new personal access tokens, which then need an expiry. With `tokenLifetimeCoversExisting: true`, existing tokens also stop to work that many days after their creation.',
  })
  async update(context: CallContext, input: schemas.OrganizationsUpdateInput) {
    return presentSettings(await this.organizations.update(context, input));
  }

  @MutationProcedure('organizations.delete', {
    ...schemas.organizationsDelete,
    scope: 'admin',
    role: 'owner',
    isAudited: true,
    isPrepared: true,
    recordAuditSnapshot: AUDITED_SETTINGS,
    description:
      'Deletes the organization; `slug` must repeat its slug. Access ends and the slug is free immediately. The owner gets a mail with a link that restores everything for seven days; then the data is deleted in the background. Users keep their accounts. Requires the password or a code of the owner if the session is older than ten minutes.',
  })
  delete(context: CallContext, input: Input<typeof schemas.organizationsDelete>) {
    return this.deletion.prepare(context, input);
  }
}
