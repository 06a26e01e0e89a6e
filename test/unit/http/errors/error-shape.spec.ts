import { BadRequestException, ForbiddenException, HttpException, NotFoundException } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import { AppError, InvalidInput } from '../../../../src/kernel/app-error';
import { ERROR_CODES, type ErrorCode } from '../../../../src/kernel/error-code';
import { asAppError, errorBody, httpStatusOf } from '../../../../src/http/errors/error-shape';

describe('errorBody', () => {
  it.each<[ErrorCode, number, number]>([
    ['BAD_REQUEST', 400, -32600],
    ['UNAUTHORIZED', 401, -32001],
    ['FORBIDDEN', 403, -32003],
    ['NOT_FOUND', 404, -32004],
    ['METHOD_NOT_SUPPORTED', 405, -32005],
    ['TIMEOUT', 408, -32008],
    ['CONFLICT', 409, -32009],
    ['PAYLOAD_TOO_LARGE', 413, -32013],
    ['UNSUPPORTED_MEDIA_TYPE', 415, -32015],
    ['TOO_MANY_REQUESTS', 429, -32029],
    ['HEADERS_TOO_LARGE', 431, -32600],
    ['INTERNAL_SERVER_ERROR', 500, -32603],
    ['SERVICE_UNAVAILABLE', 503, -32603],
  ])('%s is %i, number %i', (code, httpStatus, number) => {
    const error = new AppError(code, 'Why');
    const shape = { message: 'Why', code: number, data: { code, httpStatus, path: 'items.get' } };
    expect(errorBody(error, 'items.get')).toEqual({ error: { ...shape, json: shape } });
    expect(httpStatusOf(error)).toBe(httpStatus);
  });

  it('the table above is complete', () => expect(Object.keys(ERROR_CODES)).toHaveLength(13));

  it('has the issues of rejected input in addition to the specified fields, in the copy too', () => {
    const { error } = errorBody(InvalidInput.at('name', 'Required'), 'items.create');
    expect(error.message).toBe('name: Required');
    expect(error.data.issues).toEqual([{ path: 'name', message: 'Required' }]);
    expect(error.json.data).toEqual(error.data);
  });
});

describe('asAppError', () => {
  const codeOf = (thrown: unknown) => asAppError(thrown).code;
  const fault = (properties: object) => Object.assign(new Error('secret internals'), properties);

  it('leaves the service’s own errors unchanged', () => {
    const error = new AppError('CONFLICT', 'Why');
    expect(asAppError(error)).toBe(error);
  });

  it.each<[unknown, ErrorCode]>([
    [new NotFoundException(), 'NOT_FOUND'],
    [new ForbiddenException(), 'FORBIDDEN'],
    [new BadRequestException(), 'BAD_REQUEST'],
    [new HttpException('teapot', 418), 'BAD_REQUEST'],
    [fault({ code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 }), 'PAYLOAD_TOO_LARGE'],
    [fault({ code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE', statusCode: 415 }), 'UNSUPPORTED_MEDIA_TYPE'],
    [fault({ code: 'FST_ERR_BAD_URL', statusCode: 400 }), 'BAD_REQUEST'],
    [fault({ code: 'ECONNREFUSED' }), 'SERVICE_UNAVAILABLE'],
    [fault({ code: '57P01' }), 'SERVICE_UNAVAILABLE'],
    [fault({ code: '40P01' }), 'SERVICE_UNAVAILABLE'],
    [fault({ code: '40001' }), 'SERVICE_UNAVAILABLE'],
    [fault({ driverError: { code: '57014' } }), 'SERVICE_UNAVAILABLE'],
    [new Error('Connection terminated unexpectedly'), 'SERVICE_UNAVAILABLE'],
    [new Error('timeout exceeded when trying to connect'), 'SERVICE_UNAVAILABLE'],
    [fault({ code: 'EHOSTUNREACH' }), 'SERVICE_UNAVAILABLE'],
    [fault({ code: 'ENOENT', syscall: 'connect' }), 'SERVICE_UNAVAILABLE'],
    [fault({ errors: [fault({ code: 'ECONNREFUSED' })] }), 'SERVICE_UNAVAILABLE'],
  ])('%o becomes %s', (thrown, code) => expect(codeOf(thrown)).toBe(code));

  it.each<[string, unknown]>([
    ['any error', fault({})],
    ['an error of the framework’s own', fault({ code: 'FST_ERR_X', statusCode: 500 })],
    ['an error of some library that carries a status', fault({ statusCode: 404 })],
    ['a fault of SQL', fault({ code: '42P01' })],
    ['a 500 of the framework', new HttpException('secret internals', 500)],
    ['a 502 of the framework', new HttpException('secret internals', 502)],
    ['text', 'secret internals'],
    ['nothing', undefined],
    ['null', null],
  ])('%s becomes a bare 500', (_what, thrown) => {
    const error = asAppError(thrown);
    expect([error.code, error.message]).toEqual(['INTERNAL_SERVER_ERROR', 'Unexpected server error']);
  });

  it('sends Retry-After when the database is unavailable', () => {
    expect(asAppError(fault({ code: 'ECONNREFUSED' })).retryAfterSeconds).toBeGreaterThan(0);
  });
});
