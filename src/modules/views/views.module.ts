import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ColumnsModule } from '../columns';
import { ViewEntity } from './view.entity';
import { ViewOrderService } from './view-order.service';
import { ViewsController } from './views.controller';
import { ViewsRepository } from './views.repository';
import { ViewsService } from './views.service';

@Module({
  imports: [ColumnsModule, TypeOrmModule.forFeature([ViewEntity])],
  providers: [ViewOrderService, ViewsController, ViewsRepository, ViewsService],
  exports: [ViewsService],
})
export class ViewsModule {}
