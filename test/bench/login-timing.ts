import { median, type BenchRow } from './report.ts';
import { startTintype } from './start-tintype.ts';

const TRIALS = 200;
const WARM_UP_TRIALS = 10;
const MAX_DIFFERENCE = 0.1;

const KNOWN = { username: 'known-name', password: 'a long enough password' };

let addresses = 0;

/**
 * Duration of a login with a wrong password, for an existing name and for unknown ones: one of each in turn, in
 * alternating order, so that only the name differs.
 */
export async function run(): Promise<BenchRow[]> {
  const vars = { LOGIN_FAILURES_PER_USERNAME: '100000' };
  await using tintype = await startTintype({ vars, isQuiet: true });
  const { url } = tintype;
  const account = { ...KNOWN, email: 'known@example.org' };
  await post(url, '/api/v1/auth/register', account, 201);
  const guess = (username: string): Promise<number> =>
    post(url, '/api/v1/auth/login', { username, password: 'a wrong password' }, 401);
  const known: number[] = [];
  const unknown: number[] = [];
  const measures = [
    async () => void known.push(await guess(KNOWN.username)),
    async () => void unknown.push(await guess('other-name')),
  ];
  for (let trial = 0; trial < WARM_UP_TRIALS + TRIALS; trial += 1) {
    const [first, second] = trial % 2 === 0 ? measures : measures.toReversed();
    await first?.();
    await second?.();
    if (trial === WARM_UP_TRIALS - 1) [known, unknown].forEach((samples) => samples.splice(0));
  }
  const ratio = median(known) / median(unknown);
  return [
    {
      name: `login with a wrong password, name known to unknown, ${String(TRIALS)} trials`,
      unit: 'ms',
      ours: known,
      baseline: unknown,
      ratio,
      target: `within ${String(100 * MAX_DIFFERENCE)} %`,
      pass: Math.abs(ratio - 1) <= MAX_DIFFERENCE,
    },
  ];
}

/** Every request has an address of its own: none is refused before its password is checked. */
async function post(url: URL, path: string, body: unknown, status: number): Promise<number> {
  addresses += 1;
  const address = `2001:db8:${(addresses >> 8).toString(16)}:${(addresses & 255).toString(16)}::1`;
  const start = performance.now();
  const response = await fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': address },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== status) throw new Error(`${path} answered ${text}`);
  return performance.now() - start;
}
