/** What the encrypted content of an effect belongs to. */
export function effectContentOf(organizationId: string, effectId: string): string {
  return `content of automation effect ${organizationId} ${effectId}`;
}

/** What the encrypted header of a request in an action belongs to. */
export function actionHeaderOf(organizationId: string, automationId: string): string {
  return `header of automation ${organizationId} ${automationId}`;
}
