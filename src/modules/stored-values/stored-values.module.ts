import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ColumnValuesService } from './column-values.service';
import { ItemCellsService } from './item-cells.service';
import { ItemValueEntity } from './item-value.entity';
import { PlannedNumberEntity } from './planned-number.entity';
import { UniqueKeysService } from './unique-keys.service';
import { ValueIndexService } from './value-index.service';

@Module({
  imports: [TypeOrmModule.forFeature([ItemValueEntity, PlannedNumberEntity])],
  providers: [ColumnValuesService, ItemCellsService, UniqueKeysService, ValueIndexService],
  exports: [ColumnValuesService, ItemCellsService, UniqueKeysService, ValueIndexService],
})
export class StoredValuesModule {}
