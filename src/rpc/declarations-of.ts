import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import { MetadataScanner } from '@nestjs/core';
import { DECLARATION, type NamedDeclaration } from './procedure.decorator';

/** The procedures that a class declares; none for a class without procedures. */
export function declarationsOf({ prototype }: Type): NamedDeclaration[] {
  return declaredMethods(prototype as object).map(({ declaration }) => declaration);
}

/** The names of the methods of a prototype that are procedures, with their declarations. */
export function declaredMethods(prototype: object): { method: string; declaration: NamedDeclaration }[] {
  const methods = prototype as Record<string, object>;
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((method) => {
    const declaration = Reflect.getMetadata(DECLARATION, methods[method]!) as NamedDeclaration | undefined;
    return declaration ? [{ method, declaration }] : [];
  });
}
