import { parseArgs } from 'node:util';
import { VARS } from '../../src/worker/config-vars.ts';
import { ScriptError } from './fail.ts';
import { parsePort } from './port.ts';

const PROTOCOLS = ['http', 'https'] as const;

export interface StartOptions {
  /** 0 takes a free one. */
  readonly port: number;
  readonly ip: string | undefined;
  readonly protocol: (typeof PROTOCOLS)[number];
  /** Without them the runtime uses its own certificate. */
  readonly keyPath: string | undefined;
  readonly certificatePath: string | undefined;
  readonly persistTo: string | undefined;
  /** Override wrangler.toml. */
  readonly vars: Readonly<Record<string, string>>;
}

/**
 * The options have the names of `wrangler dev`.
 * @throws {ScriptError} for an invalid port or protocol. @throws {TypeError} of parseArgs for an unknown option.
 */
export function readStartOptions(args: readonly string[]): StartOptions {
  const option = { type: 'string' } as const;
  const { values, tokens } = parseArgs({
    args: [...args],
    tokens: true,
    // The further values of `--var`.
    allowPositionals: true,
    options: {
      port: option,
      ip: option,
      'local-protocol': option,
      'https-key-path': option,
      'https-cert-path': option,
      'persist-to': option,
      var: { ...option, multiple: true },
    },
  });
  if ((values['https-key-path'] === undefined) !== (values['https-cert-path'] === undefined)) {
    throw new ScriptError('--https-key-path and --https-cert-path go together.');
  }
  return {
    port:
      values.port === undefined
        ? parsePort(process.env['SERVER_PORT'] ?? String(VARS.SERVER_PORT.fallback), 'SERVER_PORT')
        : parsePort(values.port, '--port'),
    ip: values.ip,
    protocol: parseProtocol(values['local-protocol'] ?? 'http'),
    keyPath: values['https-key-path'],
    certificatePath: values['https-cert-path'],
    persistTo: values['persist-to'],
    vars: Object.fromEntries(readVars(tokens).map(splitVar)),
  };
}

function parseProtocol(text: string): StartOptions['protocol'] {
  const protocol = PROTOCOLS.find((name) => name === text);
  if (protocol !== undefined) return protocol;
  throw new ScriptError(`--local-protocol must be http or https, and it is "${text}".`);
}

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];

/** `--var` may have several values: `--var A:1 B:2`. */
function readVars(tokens: readonly Token[]): string[] {
  const given: string[] = [];
  let isOfVar = false;
  for (const token of tokens) {
    if (token.kind !== 'positional') isOfVar = token.kind === 'option' && token.name === 'var';
    else if (!isOfVar) throw new ScriptError(`"${token.value}" is not the value of an option.`);
    if (isOfVar && token.kind !== 'option-terminator') given.push(token.value ?? '');
  }
  return given;
}

/** `NAME:VALUE`; a name alone has an empty value. */
export function splitVar(text: string): [name: string, value: string] {
  const [name = '', ...value] = text.split(':');
  return [name, value.join(':')];
}
