import type { BoardId, FormId, UserId } from '../../../kernel/ids';
import type { FormStatus, Mapping, Settings } from '../forms.schemas';
import type { FormSchema } from '../schema/form-schema';

/** A form as respondents use it: published or closed. */
export interface OpenForm {
  readonly id: FormId;
  readonly boardId: BoardId;
  readonly name: string;
  readonly description: string;
  /** Closed also when its board, project or workspace is archived. */
  readonly status: Exclude<FormStatus, 'draft'>;
  readonly schema: FormSchema;
  readonly mappings: readonly Mapping[];
  readonly settings: Settings;
  readonly version: number;
  readonly createdBy: UserId;
}
