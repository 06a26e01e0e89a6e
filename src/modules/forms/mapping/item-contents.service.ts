import { Injectable } from '@nestjs/common';
import { InvalidValue } from '../../../column-types/column-type';
import { AppError, InvalidInput, type InputIssue } from '../../../kernel/app-error';
import type { ActingContext } from '../../../access/principal';
import { type PreparedValues, PrepareValuesService } from '../../columns';
import type { BoardFacts, ColumnFacts } from '../../hierarchy';
import { ITEM_NAME_MAX } from '../../items';
import type { Answer, Answers } from '../answers/answers';
import type { Mapping } from '../forms.schemas';
import { isChoice } from '../schema/component-types';
import type { FormComponent } from '../schema/form-schema';
import type { OpenForm } from '../public/open-form';
import type { OmittedAnswer } from '../submissions/submissions.schemas';
import { answerText } from './answer-text';
import { columnInput } from './column-input';
import {
  type DescribedAnswer,
  fitsDescription,
  isTooLongForName,
  itemDescription,
  itemName,
  unnamedItem,
} from './item-texts';

/** What a submission writes to its item. */
export interface ItemContent {
  name: string;
  description: string | null;
  values: PreparedValues;
  omitted: readonly OmittedAnswer[];
}

interface MappedAnswer {
  mapping: Mapping;
  component: FormComponent;
  answer: Answer;
}

const IS_FULL = 'The description of the item has no room for this answer';

/**
 * Makes the content of an item from answers. An answer that does not fit is rejected if the respondent can correct it. If only
 * the form's author can, because the board has changed or the options of the form do not fit, the item is created without it.
 */
@Injectable()
export class ItemContentsService {
  constructor(private readonly values: PrepareValuesService) {}

  async make(
    context: ActingContext,
    board: BoardFacts,
    form: OpenForm,
    answers: Answers,
  ): Promise<ItemContent> {
    const mapped = mappedAnswers(form, answers);
    const omitted: OmittedAnswer[] = [];
    const texts = textsOf(form, mapped, omitted);
    const values = await this.valuesOf(context, board, mapped, omitted);
    return { ...texts, values, omitted };
  }

  private async valuesOf(
    context: ActingContext,
    board: BoardFacts,
    mapped: readonly MappedAnswer[],
    omitted: OmittedAnswer[],
  ): Promise<PreparedValues> {
    const issues: InputIssue[] = [];
    const reject = (rejected: MappedAnswer, column: ColumnFacts, message: string) => {
      // Respondents do not know the names of columns.
      const prefix = `${column.name}: `;
      const reason = message.startsWith(prefix) ? message.slice(prefix.length) : message;
      const { key, type } = rejected.component;
      if (isChoice(type) || type === 'hidden') omitted.push(omission(rejected.mapping, reason));
      else issues.push({ path: key, message: reason });
    };
    const inputs: Record<string, unknown> = {};
    const given: { mapped: MappedAnswer; column: ColumnFacts }[] = [];
    for (const each of mapped) {
      const { columnId } = each.mapping;
      if (columnId === null) continue;
      const column = board.columnsById.get(columnId);
      if (column === undefined) {
        omitted.push(omission(each.mapping, 'The column was deleted'));
        continue;
      }
      try {
        inputs[columnId] = columnInput(each.component, each.answer, column);
        given.push({ mapped: each, column });
      } catch (rejection) {
        if (!(rejection instanceof InvalidValue)) throw rejection;
        reject(each, column, rejection.message);
      }
    }
    const prepare = (some: Record<string, unknown>) =>
      this.values.forCreation(context, board, some, { mayLackRequired: true });
    const whole = await prepare(inputs).catch((error: unknown) => rejectionOf(error));
    if (issues.length === 0 && !(whole instanceof AppError)) return whole;
    for (const { mapped: each, column } of whole instanceof AppError ? given : []) {
      const alone = await prepare({ [column.id]: inputs[column.id] }).catch((error: unknown) =>
        rejectionOf(error),
      );
      if (!(alone instanceof AppError)) continue;
      delete inputs[column.id];
      reject(each, column, alone.issues?.[0]?.message ?? alone.message);
    }
    if (issues.length > 0) throw new InvalidInput(issues);
    return prepare(inputs);
  }
}

/** A rejection of values; any other error is thrown. */
function rejectionOf(error: unknown): AppError {
  if (error instanceof AppError && (error.code === 'BAD_REQUEST' || error.code === 'NOT_FOUND')) return error;
  throw error;
}

/** The answers that a mapping uses, in the order of the mappings. */
function mappedAnswers({ schema, mappings }: OpenForm, answers: Answers): MappedAnswer[] {
  const components = new Map(schema.components.map((component) => [component.key, component]));
  return mappings.flatMap((mapping) => {
    const component = components.get(mapping.formField);
    const answer = answers[mapping.formField];
    return component === undefined || answer === undefined ? [] : [{ mapping, component, answer }];
  });
}

function textsOf(
  form: OpenForm,
  mapped: readonly MappedAnswer[],
  omitted: OmittedAnswer[],
): Pick<ItemContent, 'name' | 'description'> {
  let name: string | null = null;
  const described: DescribedAnswer[] = [];
  for (const { mapping, component, answer } of mapped) {
    if (mapping.target === 'item_name') {
      name = itemName(answerText(component, answer));
      if (name !== null && isTooLongForName(name))
        throw InvalidInput.at(component.key, `Must be at most ${ITEM_NAME_MAX} characters`);
    } else if (mapping.target === 'item_description') {
      const added = { label: component.label || component.key, text: answerText(component, answer) };
      if (fitsDescription([...described, added])) described.push(added);
      else omitted.push(omission(mapping, IS_FULL));
    }
  }
  return { name: name ?? unnamedItem(form.name), description: itemDescription(described) };
}

function omission({ formField, columnId }: Mapping, reason: string): OmittedAnswer {
  return { formField, columnId, reason };
}
