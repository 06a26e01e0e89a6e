/** Whether a record of an archive is the membership of the owner: each organization has one. */
export function isOwnership({ role }: { readonly role?: unknown }): boolean {
  return role === 'owner';
}
