import { entityTag } from '../resources/entity-tag';
import type { GroupRecord } from './group-record';
import { SCHEMAS } from '../resources/schema-names';

/** A group in SCIM's format, with members if they were read. */
export function presentGroup(group: GroupRecord, endpoint: string) {
  const { id, externalId, displayName, members } = group;
  return {
    schemas: [SCHEMAS.group],
    id,
    ...(externalId === null ? {} : { externalId }),
    displayName,
    ...(members === undefined
      ? {}
      : {
          members: members.map(({ value, display }) => ({
            value,
            display,
            type: 'User',
            $ref: `${endpoint}/Users/${value}`,
          })),
        }),
    meta: {
      resourceType: 'Group',
      created: group.createdAt,
      lastModified: group.updatedAt,
      location: `${endpoint}/Groups/${id}`,
      version: entityTag(group),
    },
  };
}
