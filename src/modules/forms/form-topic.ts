import type { FormId } from '../../kernel/ids';

/** A form's own record. */
export const formTopic = (id: FormId): string => `form:${id}`;
