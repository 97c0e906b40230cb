// npm run conformance: holds a public image link, on any host, against HTTP's rules and Tintype's promises.
import { parseArgs } from 'node:util';
import { CONFORMANCE_CASES } from '../test/conformance/cases.ts';
import { createSubject } from '../test/conformance/subject.ts';
import { runScript, ScriptError } from './support/fail.ts';

const USAGE = `Usage: npm run conformance -- URL [options]

  URL      a public image, for example https://images.example/i/abcdefghijkl.webp
  --http   only what holds for every image host, not what Tintype promises beyond
  --help   show this text

Exit status: 0 when every case holds; 1 otherwise.`;

const isUrl = (text: string): boolean => /^https?:$/u.test(URL.parse(text)?.protocol ?? '');

await runScript(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      http: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const [address] = positionals;
  if (address === undefined || !isUrl(address)) throw new ScriptError(USAGE);
  const { origin, pathname } = new URL(address);
  const subject = await createSubject(origin, pathname);
  const cases = CONFORMANCE_CASES.filter(({ scope }) => !values.http || scope === 'http');
  let failures = 0;
  for (const { name, run } of cases) {
    try {
      await run(subject);
    } catch (error) {
      failures += 1;
      const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
      console.log(`FAIL  ${name}: ${reason ?? ''}`);
    }
  }
  console.log(`${String(cases.length - failures)} of ${String(cases.length)} cases hold.`);
  return failures === 0 ? 0 : 1;
});
