import { describe, expect, it } from 'vitest';
import { COMPONENT_TYPES } from '../../../../../src/modules/forms/schema/component-types';
import {
  COMPONENTS_MAX,
  formSchema,
  LABEL_MAX,
  OPTIONS_MAX,
} from '../../../../../src/modules/forms/schema/form-schema';

const field = (more: object = {}) => ({ type: 'textfield', key: 'name', label: 'Name', ...more });
const options = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ label: `Option ${at}`, value: `o${at}` }));

function paths(...components: unknown[]): string[] {
  const result = formSchema.safeParse({ components });
  return result.success ? [] : result.error.issues.map(({ path }) => path.join('.'));
}

/** As the builder of form.io writes a text field, shortened by settings of the same kinds. */
const EXPORTED = {
  label: 'Your name',
  labelPosition: 'top',
  placeholder: '',
  description: '',
  tooltip: '',
  prefix: '',
  inputMask: '',
  displayMask: '',
  allowMultipleMasks: false,
  customClass: '',
  tabindex: '',
  autocomplete: '',
  hidden: false,
  hideLabel: false,
  mask: false,
  autofocus: false,
  spellcheck: true,
  disabled: false,
  tableView: true,
  modalEdit: false,
  multiple: false,
  persistent: true,
  inputFormat: 'plain',
  protected: false,
  dbIndex: false,
  case: '',
  truncateMultipleSpaces: false,
  encrypted: false,
  redrawOn: '',
  clearOnHide: true,
  customDefaultValue: '',
  calculateValue: '',
  calculateServer: false,
  allowCalculateOverride: false,
  validateOn: 'change',
  validate: {
    required: true,
    pattern: '',
    customMessage: '',
    custom: '',
    customPrivate: false,
    json: '',
    minLength: '',
    maxLength: '',
    strictDateValidation: false,
    multiple: false,
    unique: false,
  },
  unique: false,
  errorLabel: '',
  errors: '',
  key: 'yourName',
  tags: [],
  properties: {},
  conditional: { show: null, when: null, eq: '', json: '' },
  customConditional: '',
  logic: [],
  attributes: {},
  overlay: { style: '', page: '', left: '', top: '', width: '', height: '' },
  type: 'textfield',
  widget: { type: 'input' },
  input: true,
  id: 'e3y8o9r',
  defaultValue: '',
};

describe('formSchema', () => {
  it('accepts every type of component', () => {
    const components = COMPONENT_TYPES.map((type) => ({
      type,
      key: type,
      label: type,
      ...(type === 'select' ? { data: { values: options(2) } } : {}),
      ...(type === 'radio' ? { values: options(2) } : {}),
    }));
    expect(formSchema.parse({ components })).toEqual({ components });
  });

  it('accepts an export of form.io, without its submit button and styles', () => {
    const button = { type: 'button', label: 'Submit', key: 'submit', action: 'submit', input: true };
    const { components } = formSchema.parse({ display: 'form', components: [EXPORTED, button] });
    expect(components).toEqual([
      {
        type: 'textfield',
        key: 'yourName',
        label: 'Your name',
        placeholder: '',
        description: '',
        tooltip: '',
        defaultValue: '',
        multiple: false,
        validate: { required: true },
        input: true,
        tableView: true,
      },
    ]);
  });

  it('rejects unknown components with their path', () => {
    for (const type of ['panel', 'htmlelement', 'password', 'datagrid', '', null, 7, '__proto__', 'toString'])
      expect(paths(field(), { ...field(), key: 'other', type }), String(type)).toEqual(['components.1.type']);
    expect(paths('text')).toEqual(['components.0']);
    expect(paths(null)).toEqual(['components.0']);
  });

  it('rejects settings that change which answers are valid', () => {
    const setting = (more: object) => paths(field(more));
    expect(setting({ validate: { pattern: '^(a+)+$' } })).toEqual(['components.0.validate.pattern']);
    expect(setting({ validate: { custom: 'valid = true' } })).toEqual(['components.0.validate.custom']);
    expect(setting({ conditional: { show: true, when: 'a', eq: 'b' } })).toEqual([
      'components.0.conditional',
    ]);
    const newer = { show: '', conjunction: 'all', conditions: [] };
    expect(setting({ conditional: newer })).toEqual([]);
    expect(setting({ conditional: { ...newer, conditions: [{ component: 'a' }] } })).toEqual([
      'components.0.conditional',
    ]);
    expect(setting({ validate: { minLength: '2', maxLength: '5', min: null } })).toEqual([]);
    expect(setting({ validate: { minLength: 'two' } })).toEqual(['components.0.validate.minLength']);
    expect(setting({ hidden: true })).toEqual(['components.0.hidden']);
    expect(setting({ validate: { integer: true } })).toEqual(['components.0.validate.integer']);
    expect(setting({ validate: { unique: true } })).toEqual(['components.0.validate.unique']);
    expect(setting({ filePattern: '.pdf' })).toEqual(['components.0.filePattern']);
    expect(setting({ filePattern: '*', validate: { step: 'any', integer: '' } })).toEqual([]);
    expect(setting({ calculateValue: 'value = 1' })).toEqual(['components.0.calculateValue']);
    expect(setting({ logic: [{ name: 'x' }] })).toEqual(['components.0.logic']);
  });

  it('rejects keys that are reserved, malformed or repeated', () => {
    for (const key of [
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
      '',
      '1a',
      'a.b',
      'a b',
      '_hp',
    ])
      expect(paths(field({ key })), key).toContain('components.0.key');
    expect(paths(field({ key: 'a'.repeat(101) }))).toEqual(['components.0.key']);
    expect(paths(field({ key: 'a'.repeat(100) }))).toEqual([]);
    expect(paths(field(), field())).toEqual(['components.1.key']);
  });

  it('limits components, options, labels and lengths', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ ...field(), key: `field${at}` }));
    expect(paths(...many(COMPONENTS_MAX))).toEqual([]);
    expect(paths(...many(COMPONENTS_MAX + 1))).toEqual(['components']);
    const select = (count: number) => ({ type: 'select', key: 'a', data: { values: options(count) } });
    expect(paths(select(OPTIONS_MAX))).toEqual([]);
    expect(paths(select(OPTIONS_MAX + 1))).toEqual(['components.0.data.values']);
    expect(paths(select(0))).toEqual(['components.0.data.values']);
    expect(paths(field({ label: '𝒳'.repeat(LABEL_MAX) }))).toEqual([]);
    expect(paths(field({ label: 'x'.repeat(LABEL_MAX + 1) }))).toEqual(['components.0.label']);
    expect(paths(field({ validate: { minLength: 5, maxLength: 4 } }))).toEqual([
      'components.0.validate.minLength',
    ]);
    expect(paths(field({ validate: { maxLength: -1 } }))).toContain('components.0.validate.maxLength');
    expect(paths(field({ multiple: true }))).toEqual(['components.0.multiple']);
    const wide = Array.from({ length: 100 }, (_, at) => ({
      ...field({ description: 'x'.repeat(2_000), placeholder: 'x'.repeat(500), label: 'x'.repeat(500) }),
      key: `field${at}`,
    }));
    expect(paths(...wide)).toEqual(['']);
  });

  it('removes control characters from labels, and keeps markup as text', () => {
    const { components } = formSchema.parse({
      components: [field({ label: 'A\u0007\u009B<script>alert(1)</script>\u0000' })],
    });
    expect(components[0]!.label).toBe('A<script>alert(1)</script>');
  });
});
