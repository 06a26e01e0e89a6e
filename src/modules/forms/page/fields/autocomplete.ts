import type { ComponentType } from '../../schema/component-types';
import type { FormComponent } from '../../schema/form-schema';

const BY_TYPE: Partial<Record<ComponentType, string>> = { email: 'email', phoneNumber: 'tel', url: 'url' };

/** Keys that forms use for what browsers know of their user (WCAG 1.3.5), without case and separators. */
const BY_KEY: Readonly<Record<string, string>> = {
  name: 'name',
  fullname: 'name',
  yourname: 'name',
  firstname: 'given-name',
  givenname: 'given-name',
  lastname: 'family-name',
  familyname: 'family-name',
  surname: 'family-name',
  company: 'organization',
  companyname: 'organization',
  organization: 'organization',
  jobtitle: 'organization-title',
  street: 'street-address',
  address: 'street-address',
  streetaddress: 'street-address',
  city: 'address-level2',
  postalcode: 'postal-code',
  postcode: 'postal-code',
  zip: 'postal-code',
  zipcode: 'postal-code',
  country: 'country-name',
  birthday: 'bday',
};

/** The `autocomplete` value of a text field. */
export function autocompleteOf({ type, key }: FormComponent): string {
  const name = key.replaceAll(/[_-]/g, '').toLowerCase();
  return BY_TYPE[type] ?? (Object.hasOwn(BY_KEY, name) ? BY_KEY[name]! : 'on');
}
