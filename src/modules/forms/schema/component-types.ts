/** The form.io components that a form can have. */
export const COMPONENT_TYPES = [
  'textfield',
  'textarea',
  'select',
  'file',
  'number',
  'email',
  'phoneNumber',
  'checkbox',
  'radio',
  'datetime',
  'url',
  'hidden',
] as const;
export type ComponentType = (typeof COMPONENT_TYPES)[number];

/** Components whose answer is one of their options. */
export function isChoice(type: ComponentType): boolean {
  return type === 'select' || type === 'radio';
}

/** Components whose answer is required to be true, not only to be there. */
export function isConfirmation(type: ComponentType): boolean {
  return type === 'checkbox';
}

/** Components whose answer can have several values. */
export function canBeMultiple(type: ComponentType): boolean {
  return type === 'select' || type === 'file';
}
