import type { CallContext } from '../../../access/principal';
import { MutationProcedure, Procedures } from '../../../rpc/procedure.decorator';
import type { Input } from '../../../rpc/schema';
import * as schemas from './column-labels.schemas';
import { ColumnLabelsService } from './column-labels.service';

@Procedures()
export class ColumnLabelsController {
  constructor(private readonly labels: ColumnLabelsService) {}

  @MutationProcedure('columns.labels.add', {
    ...schemas.columnsLabelsAdd,
    scope: 'write',
    role: 'member',
    description:
      'Adds a label to a status or label column, or an option to a dropdown, without sending the others: labels that two users add at the same time are both kept. Without a position (zero-based), or with one beyond the end, it is appended. Without a color, one is assigned. Options of a dropdown have neither color nor isDone.',
  })
  add(context: CallContext, input: Input<typeof schemas.columnsLabelsAdd>) {
    return this.labels.add(context, input);
  }

  @MutationProcedure('columns.labels.update', {
    ...schemas.columnsLabelsUpdate,
    scope: 'write',
    role: 'member',
    description:
      "Changes the given fields of one label; items show them immediately. labelId is the label's id, or the text of a dropdown's option, which is replaced on all items when it is renamed.",
  })
  update(context: CallContext, input: Input<typeof schemas.columnsLabelsUpdate>) {
    return this.labels.update(context, input);
  }

  @MutationProcedure('columns.labels.remove', {
    ...schemas.columnsLabelsRemove,
    scope: 'write',
    role: 'member',
    description:
      'Removes one label or option. In use, it is BAD_REQUEST unless `reassignTo` gives the id of the label, or the option, that replaces it. On more than 10,000 items, the replacement runs in the background, and the column keeps the label until it is done.',
  })
  remove(context: CallContext, input: Input<typeof schemas.columnsLabelsRemove>) {
    return this.labels.remove(context, input);
  }
}
