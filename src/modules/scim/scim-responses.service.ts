import { Injectable } from '@nestjs/common';
import { HttpConfig } from '../../platform/config/http.config';
import { type AttributeSelection, selectAttributes } from './resources/attribute-selection';
import { presentGroup } from './groups/group.presenter';
import type { GroupRecord } from './groups/group-record';
import type { ListQuery } from './resources/list-query';
import { SCHEMAS } from './resources/schema-names';
import type { ScimContext } from './scim-client';
import { presentUser } from './users/user.presenter';
import type { UserRecord } from './users/user-record';

/** Sends resources and lists with the requested attributes. */
@Injectable()
export class ScimResponsesService {
  constructor(private readonly http: HttpConfig) {}

  /** The base URL of the organization's SCIM endpoints. */
  endpoint({ client }: ScimContext): string {
    return `${this.http.baseUrlOf(client.slug)}/api/scim/v2`;
  }

  user(context: ScimContext, user: UserRecord, selection: AttributeSelection) {
    return selectAttributes(presentUser(user, this.endpoint(context)), selection);
  }

  group(context: ScimContext, group: GroupRecord, selection: AttributeSelection) {
    return selectAttributes(presentGroup(group, this.endpoint(context)), selection);
  }

  page(startIndex: number, totalResults: number, resources: readonly object[]) {
    return {
      schemas: [SCHEMAS.listResponse],
      totalResults,
      startIndex,
      itemsPerPage: resources.length,
      Resources: resources,
    };
  }

  users(context: ScimContext, query: ListQuery, found: { rows: UserRecord[]; totalResults: number }) {
    const resources = found.rows.map((user) => this.user(context, user, query.selection));
    return this.page(query.startIndex, found.totalResults, resources);
  }

  groups(context: ScimContext, query: ListQuery, found: { rows: GroupRecord[]; totalResults: number }) {
    const resources = found.rows.map((group) => this.group(context, group, query.selection));
    return this.page(query.startIndex, found.totalResults, resources);
  }
}
