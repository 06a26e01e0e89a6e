import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ViewsModule } from '../views';
import { UserPreferencesController } from './user-preferences.controller';
import { UserPreferencesEntity } from './user-preferences.entity';
import { UserPreferencesRepository } from './user-preferences.repository';
import { UserPreferencesService } from './user-preferences.service';

@Module({
  imports: [TypeOrmModule.forFeature([UserPreferencesEntity]), ViewsModule],
  providers: [UserPreferencesController, UserPreferencesRepository, UserPreferencesService],
})
export class PreferencesModule {}
