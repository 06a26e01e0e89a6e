import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ColumnValuesService } from './column-values.service';
import { ItemCellsService } from './item-cells.service';
import { ItemValueEntity } from './item-value.entity';
import { PlannedNumberEntity } from './planned-number.entity';
import { ValueIndexService } from './value-index.service';

@Module({
  imports: [TypeOrmModule.forFeature([ItemValueEntity, PlannedNumberEntity])],
  providers: [ColumnValuesService, ItemCellsService, ValueIndexService],
  exports: [ColumnValuesService, ItemCellsService, ValueIndexService],
})
export class StoredValuesModule {}
