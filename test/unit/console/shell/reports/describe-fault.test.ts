import { describe, expect, it } from 'vitest';
import { ApiError, ConnectionError } from '../../../../../src/client/errors.ts';
import { describeFault } from '../../../../../src/console/shell/reports/describe-fault.ts';

describe('the report of a fault', () => {
  it('has the error, its position, and only the path of the page', () => {
    const error = new TypeError('x is not a function');
    error.stack = 'TypeError: x is not a function\n    at a (https://t.test/assets/a.js:1:2)';
    const details = {
      path: '/gallery?search=ada#top',
      source: 'https://t.test/assets/a.js?v=1:1:2',
    };
    expect(describeFault('error', error, details)).toEqual({
      kind: 'error',
      message: 'TypeError: x is not a function',
      stack: error.stack,
      source: 'https://t.test/assets/a.js:1:2',
      path: '/gallery',
    });
  });

  it('cuts long texts to the service’s limit in bytes', () => {
    const error = new Error('ü'.repeat(400));
    error.stack = 'ü'.repeat(4000);
    const fault = describeFault('boundary', error, { path: '/', componentStack: 'x'.repeat(4000) });
    const bytes = (text = ''): number => new TextEncoder().encode(text).length;
    expect(bytes(fault?.message)).toBeLessThanOrEqual(300);
    expect(bytes(fault?.stack)).toBe(2000);
    expect(bytes(fault?.component_stack)).toBe(2000);
  });

  it('has a message for any thrown value, and contains no object', () => {
    const thrown = [undefined, null, 7, 'no', { secret: 'x' }];
    const messages = thrown.map(
      (what) => describeFault('unhandledrejection', what, { path: '/' })?.message,
    );
    expect(messages).toEqual([
      'Thrown: undefined',
      'Thrown: object',
      'Thrown: number',
      'Thrown: no',
      'Thrown: object',
    ]);
  });

  it('is not made for faults outside the page', () => {
    const expected = [
      new ConnectionError(null),
      new ApiError(429, 4029, 'too often', null),
      new DOMException('given up', 'AbortError'),
      { name: 'Error', message: 'ResizeObserver loop completed with undelivered notifications.' },
      { name: 'Error', message: 'Script error.' },
    ];
    for (const what of expected) expect(describeFault('error', what, { path: '/' })).toBeNull();
  });
});
