import type { ActingContext } from '../../../access/principal';
import type { FormCaller } from './form-callers.service';
import type { OpenForm } from './open-form';

/** The form acts with its own access to its board: it outlives the membership of the member who created it (decision 0090). */
export function formContext(
  { requestId, organizationId, userId, lease }: FormCaller,
  form: OpenForm,
): ActingContext {
  return {
    requestId,
    organizationId,
    transaction: null,
    principal: { userId: userId ?? form.createdBy, organizationId, role: 'admin', workspaceRoles: new Map() },
    person: { userId },
    formId: form.id,
    ...(lease === null ? {} : { lease }),
  };
}
