import { IsOptional } from 'class-validator';
import { describe, expect, it } from 'vitest';
import { InvalidInput } from '../../../../src/kernel/app-error';
import { IsName, IsText } from '../../../../src/http/bodies/body-rules';
import { checkedBody } from '../../../../src/http/bodies/rest-body';

class PersonBody {
  @IsName()
  name!: string;

  @IsOptional()
  @IsText(2, 5)
  nick?: string;
}

function issuesOf(body: Record<string, unknown>) {
  try {
    checkedBody(PersonBody, body);
  } catch (error) {
    return (error as InvalidInput).issues;
  }
  return [];
}

describe('the body of an HTTP route', () => {
  it('becomes an instance of its class', () => {
    const body = checkedBody(PersonBody, { name: 'Ada', nick: 'ada' });
    expect(body).toBeInstanceOf(PersonBody);
    expect({ ...body }).toEqual({ name: 'Ada', nick: 'ada' });
  });

  it('names each rejected field once', () => {
    expect(issuesOf({ nick: 5 })).toEqual([
      { path: 'name', message: 'Must be 1 to 100 characters, not only spaces' },
      { path: 'nick', message: 'Must be text' },
    ]);
    expect(issuesOf({ name: 'Ada', nick: 'x' })).toEqual([
      { path: 'nick', message: 'Must be 2 to 5 characters' },
    ]);
  });

  it.each(['constructor', 'toString', 'hasOwnProperty', '__proto__', 'prototype', 'valueOf', 'role'])(
    'rejects the unknown key %s',
    (key) => {
      const body = JSON.parse(`{"name":"Ada","${key}":{"name":"x"}}`) as Record<string, unknown>;
      expect(issuesOf(body)).toEqual([{ path: key, message: 'Unknown key' }]);
    },
  );
});
