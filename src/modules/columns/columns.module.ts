import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ColumnCopies } from './column-copies';
import { ColumnEntity } from './column.entity';
import { ColumnsPurge } from './columns-purge';
import { ColumnsService } from './columns.service';

@Module({
  imports: [TypeOrmModule.forFeature([ColumnEntity])],
  providers: [ColumnCopies, ColumnsPurge, ColumnsService],
  exports: [ColumnCopies, ColumnsPurge, ColumnsService],
})
export class ColumnsModule {}
