import { Injectable } from '@nestjs/common';
import { PrepareValuesService } from '../../columns';
import { HierarchyService } from '../../hierarchy';
import { ItemPlacementService, ItemsService, ItemStatesService, ItemValuesService } from '../../items';
import { OutwardActionsService } from '../effects/outward-actions.service';

/** The services that actions call. */
@Injectable()
export class ActionCallsService {
  constructor(
    readonly hierarchy: HierarchyService,
    readonly items: ItemsService,
    readonly values: ItemValuesService,
    readonly placement: ItemPlacementService,
    readonly states: ItemStatesService,
    readonly prepare: PrepareValuesService,
    readonly outward: OutwardActionsService,
  ) {}
}
