import { Module } from '@nestjs/common';
import { BoardsModule } from '../boards';
import { ExchangeModule } from '../exchange';
import { ItemsModule } from '../items';
import { ChangesController } from './changes.controller';
import { ChangesService } from './changes.service';

@Module({
  imports: [BoardsModule, ExchangeModule, ItemsModule],
  providers: [ChangesController, ChangesService],
})
export class ChangesModule {}
