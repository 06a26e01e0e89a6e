import { z } from 'zod';
import { type DirectoryGroupId, ID_PREFIXES, idPattern, type PeopleGroupId } from '../../kernel/ids';

const OWN = idPattern('peopleGroup');
const OF_DIRECTORY = idPattern('directoryGroup');

/** The id of a group of people: one of the organization's own groups, or of its directory. */
export const peopleGroupId = z
  .string()
  .regex(
    new RegExp(`${OWN.source}|${OF_DIRECTORY.source}`),
    `Must be an id of the form ${ID_PREFIXES.peopleGroup}_… or ${ID_PREFIXES.directoryGroup}_…`,
  )
  .transform((text) => text as PeopleGroupId | DirectoryGroupId);

export const isOfDirectory = (id: PeopleGroupId | DirectoryGroupId): id is DirectoryGroupId =>
  OF_DIRECTORY.test(id);
