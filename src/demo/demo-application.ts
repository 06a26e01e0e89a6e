import type { Type } from '@nestjs/common';
import type { Routes } from './demo-client';

/** The part of the application that the demo uses. */
export interface DemoApplication extends Routes {
  get<Service>(service: Type<Service>, options: { strict: false }): Service;
}
