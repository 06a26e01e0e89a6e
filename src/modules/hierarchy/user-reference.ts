import { z } from 'zod';
import * as schema from '../../rpc/schema';

/**
 * What records show of a user, always with the mark of service accounts (decision 0149). Records of a membership have the id
 * as `userId`.
 */
const shown = { name: z.string(), isServiceAccount: z.boolean() };

/** A user that a record names, such as an author or an actor. */
export const userReference = z.object({
  id: schema.id('user'),
  name: shown.name,
  avatar: z.string().nullable(),
  isServiceAccount: shown.isServiceAccount,
});
export type UserReference = z.output<typeof userReference>;

/** The user of a membership; the record adds its role or permission. */
export const memberReference = z.object({ userId: schema.id('user'), ...shown });

/** Fields of a user reference, of an alias of `users`. */
export function userReferenceFields(user: string): string {
  return `${user}.id, ${user}.name, ${user}.avatar, ${user}.is_service_account as "isServiceAccount"`;
}

/** A user reference as JSON. */
export function userReferenceJson(user: string): string {
  return `json_build_object('id', ${user}.id, 'name', ${user}.name, 'avatar', ${user}.avatar,
    'isServiceAccount', ${user}.is_service_account)`;
}

/** Fields of a member reference, without the id. */
export function memberReferenceFields(user: string): string {
  return `${user}.name, ${user}.is_service_account as "isServiceAccount"`;
}
