import { afterEach, describe, expect, it, vi } from 'vitest';
import { ScriptError } from '../../../scripts/support/fail.ts';
import { readStartOptions } from '../../../scripts/support/start-options.ts';

describe('the options of npm start', () => {
  afterEach(() => void vi.unstubAllEnvs());

  it('default to port 8080 over http on this machine', () => {
    vi.stubEnv('SERVER_PORT', undefined);
    expect(readStartOptions([])).toEqual({
      port: 8080,
      ip: undefined,
      protocol: 'http',
      keyPath: undefined,
      certificatePath: undefined,
      persistTo: undefined,
      vars: {},
    });
  });

  it('prefer --port over SERVER_PORT', () => {
    vi.stubEnv('SERVER_PORT', '8081');
    expect(readStartOptions([]).port).toBe(8081);
    expect(readStartOptions(['--port', '8082']).port).toBe(8082);
  });

  it('accept several vars per --var, repeated --var, and colons in values', () => {
    const args = ['--var', 'A:1', 'B:https://b', '--ip=::1', '--var=C', '--persist-to', 'state'];
    expect(readStartOptions(args)).toMatchObject({
      vars: { A: '1', B: 'https://b', C: '' },
      ip: '::1',
      persistTo: 'state',
    });
  });

  it.each([
    ['an option that it does not know', ['--inspector-port', '9229']],
    ['a value of no option', ['--ip', '0.0.0.0', '0']],
    ['a protocol that is none', ['--local-protocol', 'ftp']],
    ['a port that is none', ['--port', 'http']],
    ['a key without its certificate', ['--https-key-path', 'key.pem']],
  ])('exclude %s', (_case, args) => {
    expect(() => readStartOptions(args)).toThrow();
  });

  it('are explained in one sentence when they are wrong', () => {
    expect(() => readStartOptions(['A:1'])).toThrow(ScriptError);
    expect(() => readStartOptions(['--local-protocol', 'ftp'])).toThrow(
      '--local-protocol must be http or https, and it is "ftp".',
    );
  });
});
