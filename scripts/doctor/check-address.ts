import { attention, broken, ok, type Finding } from './finding.ts';

interface Address {
  readonly url: string;
  /** Somebody named it, so it must answer. */
  readonly isGiven: boolean;
  readonly publicPath: string | null;
}

const TIMEOUT_MS = 10_000;

/** Asks the site as a visitor does. */
export async function checkAddress({ url, isGiven, publicPath }: Address): Promise<Finding[]> {
  const ask = (path: string) =>
    fetch(new URL(path, url), { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
  let ready: Response;
  try {
    ready = await ask('/ready');
  } catch (error) {
    const text = `${url} does not answer: ${describeCause(error)}`;
    const advice = 'Check name, certificate and route; or this machine cannot reach it.';
    return [isGiven ? broken('address', text, advice) : attention('address', text, advice)];
  }
  const findings = [await judgeReadiness(ready, url)];
  if (ready.status === 200 && publicPath !== null) {
    findings.push(
      await ask(publicPath).then(
        (view) => judgeView(view, publicPath),
        (error: unknown) => missingView(publicPath, `does not answer: ${describeCause(error)}`),
      ),
    );
  }
  return findings;
}

async function judgeReadiness(response: Response, url: string): Promise<Finding> {
  if (response.status === 200) return ok('address', `${url} is ready`);
  const body = (await response.text()).slice(0, 200);
  return broken(
    'address',
    `${url}/ready answers ${response.status}: ${body}`,
    'The message names what is missing: database, cache, setting or migration.',
  );
}

async function judgeView(response: Response, path: string): Promise<Finding> {
  await response.body?.cancel();
  const { status, headers } = response;
  const caching = headers.get('Cache-Control') ?? 'no Cache-Control';
  if (status !== 200) return missingView(path, `answers ${status}`);
  return /\bpublic\b/u.test(caching)
    ? ok('public link', `${path} is served (${caching})`)
    : attention(
        'public link',
        `${path} may not be cached (${caching})`,
        'Look for a rule of the zone that changes Cache-Control.',
      );
}

function missingView(path: string, fault: string): Finding {
  const advice = 'npm run fsck compares its row with its object.';
  return broken('public link', `${path} ${fault}`, advice);
}

function describeCause(error: unknown): string {
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message || message : message;
}
