import 'reflect-metadata';

export interface EnvBinding {
  property: string;
  variable: string;
  read: (text: string) => unknown;
}

const BINDINGS = Symbol('environment bindings');

/** Binds a field to an environment variable; an unset or empty variable leaves the field's default. */
export function FromEnv(
  variable: string,
  read: (text: string) => unknown = (text) => text,
): PropertyDecorator {
  return (target, property) => {
    const bindings = (Reflect.getOwnMetadata(BINDINGS, target) as EnvBinding[] | undefined) ?? [];
    bindings.push({ property: String(property), variable, read });
    Reflect.defineMetadata(BINDINGS, bindings, target);
  };
}

export function envBindings(target: object): EnvBinding[] {
  return (Reflect.getMetadata(BINDINGS, target) as EnvBinding[] | undefined) ?? [];
}

/** Digits only: `Number('')` and `Number('0x10')` would pass as numbers. The validator rejects NaN. */
export const asInteger = (text: string): number => (/^-?\d+$/.test(text) ? Number(text) : Number.NaN);

/** Comma-separated words; spaces around them are removed. */
export const asList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
