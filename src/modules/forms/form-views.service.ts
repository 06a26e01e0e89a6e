import { Injectable } from '@nestjs/common';
import type { BoardId, FormId } from '../../kernel/ids';
import { TenantDirectory } from '../../access/ports';
import type { CallContext } from '../../access/principal';
import { HttpConfig } from '../../platform/config/http.config';
import { HierarchyService } from '../hierarchy';
import type { FormRecord } from './form.record';
import { FormNotFound } from './forms.errors';
import { presentForm, presentListedForm } from './forms.presenter';
import { FormsReadModel } from './forms.read-model';
import type { FormOutput, ListedFormOutput } from './forms.schemas';

/** Forms as members see them. */
@Injectable()
export class FormViewsService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly reads: FormsReadModel,
    private readonly tenants: TenantDirectory,
    private readonly http: HttpConfig,
  ) {}

  async list(context: CallContext, boardId: BoardId): Promise<ListedFormOutput[]> {
    await this.hierarchy.board(context, boardId);
    const forms = await this.reads.list(context, boardId);
    const baseUrl = await this.baseUrl(context);
    return forms.map((form) => presentListedForm(form, baseUrl));
  }

  async get(context: CallContext, id: FormId): Promise<FormOutput> {
    const form = await this.reads.get(context, id);
    if (form === null) throw new FormNotFound();
    return this.present(context, form);
  }

  /** Throws NOT_FOUND for a form on a board that the caller does not see. */
  async present(context: CallContext, form: FormRecord): Promise<FormOutput> {
    const { facts: board } = await this.hierarchy.board(context, form.boardId, 'form');
    return presentForm(form, board, await this.baseUrl(context));
  }

  private async baseUrl({ organizationId }: CallContext): Promise<string> {
    const tenant = await this.tenants.byId(organizationId);
    return this.http.baseUrlOf(tenant!.slug);
  }
}
