import { describe, expect, inject, it } from 'vitest';
import type { CaptchaProvider } from '../../../../src/worker/config.ts';
import type {
  CaptchaAnswer,
  CaptchaContext,
} from '../../../../src/worker/domain/captcha/captcha.ts';
import { requireCaptcha } from '../../../../src/worker/domain/captcha/require-captcha.ts';
import { DomainError } from '../../../../src/worker/domain/errors.ts';
import { captchaVars, solve, type Solved } from '../../../support/captcha.ts';
import { createTestWorker, type TestWorkerOptions } from '../../../support/worker.ts';

const CONTEXT: CaptchaContext = {
  action: 'login',
  address: '198.51.100.7',
  hostname: 'tintype.test',
};
/** The solution of a user on our own page. */
const SOUND: Solved = { hostname: 'tintype.test', action: 'login', address: '198.51.100.7' };
const VENDORS = ['provider_a', 'provider_b', 'provider_c'] as const;

type Outcome = 'passed' | 'captcha_failed' | 'captcha_unavailable';

const createExaminer = (vars: TestWorkerOptions['vars'] = {}) => {
  const { services } = createTestWorker({
    // The process of the vendors also runs the tests.
    vars: { ...captchaVars(inject('captchaServerUrl')), CAPTCHA_TIMEOUT_MS: '60000', ...vars },
  });
  return async (
    active: CaptchaProvider,
    answer: CaptchaAnswer | undefined,
    context = CONTEXT,
  ): Promise<Outcome> => {
    try {
      await requireCaptcha(services, active, answer, context);
      return 'passed';
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return error.reason as Outcome;
    }
  };
};

describe('a captcha', () => {
  it.each(VENDORS)('of %s accepts an answer that the vendor confirms', async (provider) => {
    const examine = createExaminer();
    expect(await examine(provider, solve(provider, SOUND))).toBe('passed');
    const elsewhere = { ...CONTEXT, address: 'unknown' };
    const { address: _, ...unseen } = SOUND;
    expect(await examine(provider, solve(provider, unseen), elsewhere)).toBe('passed');
  });

  it('is not required while no provider is active, and accepts no other provider’s answer', async () => {
    const examine = createExaminer();
    expect(await examine('none', undefined)).toBe('passed');
    expect(await examine('none', { provider: 'none' })).toBe('passed');
    for (const provider of VENDORS) {
      expect(await examine('none', solve(provider, SOUND))).toBe('captcha_failed');
      expect(await examine(provider, undefined)).toBe('captcha_failed');
      expect(await examine(provider, { provider: 'none' })).toBe('captcha_failed');
    }
    expect(await examine('provider_a', solve('provider_b', SOUND))).toBe('captcha_failed');
  });

  it.each(VENDORS)(
    'of %s is unavailable when its configuration or answer is incomplete',
    async (provider) => {
      const letter = provider.at(-1)?.toUpperCase() ?? '';
      const host = provider === 'provider_c' ? [] : ['PUBLIC_BASE_URL'];
      const own = [`CAPTCHA_${letter}_SECRET`, `CAPTCHA_${letter}_SITE_KEY`];
      for (const name of [...own, ...host]) {
        const examine = createExaminer({ [name]: '' });
        expect(await examine(provider, solve(provider, SOUND))).toBe('captcha_unavailable');
      }
    },
  );
});

const SITEVERIFY: readonly (readonly [string, Solved, Outcome])[] = [
  ['the vendor refuses', { errors: ['invalid-input-response'] }, 'captcha_failed'],
  ['the vendor has seen', { errors: ['timeout-or-duplicate'] }, 'captcha_failed'],
  ['was solved on another host', { hostname: 'evil.test' }, 'captcha_failed'],
  ['was solved on no known host', { hostname: undefined }, 'captcha_failed'],
  ['was solved at another address', { address: '203.0.113.9' }, 'captcha_failed'],
  ['the vendor fails to judge', { errors: ['internal-error'] }, 'captcha_unavailable'],
];
const ACTIONS: typeof SITEVERIFY = [
  ['was solved for something else', { action: 'register' }, 'captcha_failed'],
  ['was solved for nothing', { action: undefined }, 'captcha_failed'],
];
const LOTS: typeof SITEVERIFY = [
  [
    'the vendor refuses',
    { lot: { result: 'fail', reason: 'pass_token expire' } },
    'captcha_failed',
  ],
  ['is an unknown lot', { lot: { status: 'error', code: '-50303' } }, 'captcha_failed'],
  ['has a bad time', { lot: { status: 'error', code: '-50005' } }, 'captcha_failed'],
  [
    'the vendor fails to judge',
    { lot: { status: 'error', code: '-50000' } },
    'captcha_unavailable',
  ],
  [
    'is for an id that is paused',
    { lot: { status: 'error', code: -50105 } },
    'captcha_unavailable',
  ],
];
const FAILURES: typeof SITEVERIFY = [
  ...(['hang', 'break', 500, 503, 429, 404, 302] as const).map(
    (failure) => [`meets ${String(failure)}`, { failure }, 'captcha_unavailable'] as const,
  ),
  ...['', 'null', '[]', '{}', '<html>', '{"success":"true"}', '{"result":"maybe"}'].map(
    (body) => [`meets ${JSON.stringify(body)}`, { body }, 'captcha_unavailable'] as const,
  ),
];

describe.each([
  ['provider_a', [...SITEVERIFY, ...ACTIONS, ...FAILURES]],
  ['provider_b', [...SITEVERIFY, ...FAILURES]],
  ['provider_c', [...LOTS, ...FAILURES]],
] as const)('an answer for %s', (provider, cases) => {
  it('is rejected only by a verdict of the vendor, and unavailable without one', async () => {
    const inTime = createExaminer();
    const soonGivenUp = createExaminer({ CAPTCHA_TIMEOUT_MS: '200' });
    const outcomes = await Promise.all(
      cases.map(async ([name, solved]) => {
        const examine = solved.failure === 'hang' ? soonGivenUp : inTime;
        const outcome = await examine(provider, solve(provider, { ...SOUND, ...solved }));
        return [name, outcome];
      }),
    );
    expect(outcomes).toEqual(cases.map(([name, , outcome]) => [name, outcome]));
  });

  it('is unavailable when the vendor rejects our secret or id', async () => {
    const wrong = { CAPTCHA_A_SECRET: 'x', CAPTCHA_B_SITE_KEY: 'x', CAPTCHA_C_SITE_KEY: 'x' };
    const examine = createExaminer(wrong);
    expect(await examine(provider, solve(provider, SOUND))).toBe('captcha_unavailable');
  });

  it('counts once across all purposes', async () => {
    const examine = createExaminer();
    const answer = solve(provider, SOUND);
    expect(await examine(provider, answer)).toBe('passed');
    for (const action of ['login', 'register'] as const) {
      expect(await examine(provider, answer, { ...CONTEXT, action })).toBe('captcha_failed');
    }
  });

  it('counts once when it arrives several times at the same moment', async () => {
    const examine = createExaminer();
    const answer = solve(provider, SOUND);
    const outcomes = await Promise.all([1, 2, 3].map(() => examine(provider, answer)));
    expect(outcomes.toSorted()).toEqual(['captcha_failed', 'captcha_failed', 'passed']);
  });

  it('may be presented again when there was no verdict, and still counts once', async () => {
    const examine = createExaminer();
    const answer = solve(provider, { ...SOUND, failures: 2 });
    const outcomes = [];
    for (let show = 0; show < 4; show += 1) outcomes.push(await examine(provider, answer));
    expect(outcomes).toEqual([
      'captcha_unavailable',
      'captcha_unavailable',
      'passed',
      'captcha_failed',
    ]);
  });
});

it('a token is rejected when its page names another action, whatever the vendor says', async () => {
  const answer = { ...solve('provider_a', SOUND), action: 'register' } as CaptchaAnswer;
  expect(await createExaminer()('provider_a', answer)).toBe('captcha_failed');
});

it('a lot counts once, whatever its other fields say', async () => {
  const examine = createExaminer();
  const answer = solve('provider_c', SOUND);
  expect(await examine('provider_c', answer)).toBe('passed');
  const again = { ...answer, genTime: '1' } as CaptchaAnswer;
  expect(await examine('provider_c', again)).toBe('captcha_failed');
});
