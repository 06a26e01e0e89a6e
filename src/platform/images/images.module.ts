import { Global, Module } from '@nestjs/common';
import { ImageReducer } from './image-reducer';

@Global()
@Module({ providers: [ImageReducer], exports: [ImageReducer] })
export class ImagesModule {}
