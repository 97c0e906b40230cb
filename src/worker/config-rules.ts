import { KEY_PREFIX_PATTERN, LOCALE_TAG_PATTERN } from '../shared/setting-patterns.ts';

/** Rules are written by hand, because each isolate reads all vars before its first answer. */
export interface Rule<Value> {
  /** As text; undefined for a var without a default. */
  readonly fallback: string | undefined;
  readonly read: (text: string) => Value | undefined;
  readonly must: string;
  /** Set by `wrangler secret put`, in no file. */
  readonly isSecret?: true;
}

export interface TextRule {
  readonly pattern: RegExp;
  readonly must: string;
}

/** Of R2 keys. */
export const KEY_PREFIX: TextRule = {
  pattern: KEY_PREFIX_PATTERN,
  must: 'must be a relative path of letters, digits, _ and -, of 200 characters at most',
};

export const LOCALE_TAG: TextRule = {
  pattern: LOCALE_TAG_PATTERN,
  must: 'must be a locale tag such as en-US',
};

/** The pattern of https://semver.org with an optional `v`, within semver's limits; the package would double a start. */
export const VERSION: TextRule = {
  pattern:
    /^(?=.{1,256}$)v?(?:0|[1-9]\d{0,14})(?:\.(?:0|[1-9]\d{0,14})){2}(?:-(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*))*)?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?$/u,
  must: 'must be a semantic version such as 1.2.0',
};

export function integer(fallback: number, [min, max]: readonly [number, number]): Rule<number> {
  return {
    fallback: String(fallback),
    read: (digits) => {
      const value = /^\d{1,16}$/u.test(digits) ? Number(digits) : Number.NaN;
      return value >= min && value <= max ? value : undefined;
    },
    must: `must be a whole number from ${String(min)} to ${String(max)}`,
  };
}

export function bytes(fallback: number, max = Number.MAX_SAFE_INTEGER): Rule<number> {
  return integer(fallback, [1, max]);
}

/** Null for an empty text, the default. */
export function optionalBytes(): Rule<number | null> {
  const { read, must } = bytes(1);
  return {
    fallback: '',
    read: (value) => (value === '' ? null : read(value)),
    must: `${must}, or empty`,
  };
}

export function text(): Rule<string> {
  return { fallback: '', read: (value) => value, must: 'must be a text' };
}

export function secret(): Rule<string> {
  return { ...text(), isSecret: true };
}

export function requiredSecret(): Rule<string> {
  return {
    fallback: undefined,
    read: (value) => (value === '' ? undefined : value),
    must: 'must be a text, and not an empty one',
    isSecret: true,
  };
}

export function matching({ pattern, must }: TextRule, fallback: string): Rule<string> {
  return { fallback, read: (value) => (pattern.test(value) ? value : undefined), must };
}

/** The first value is the default. */
export function oneOf<Value extends string>(values: readonly [Value, ...Value[]]): Rule<Value> {
  return {
    fallback: values[0],
    read: (value) => values.find((known) => known === value),
    must: `must be one of ${values.join(', ')}`,
  };
}

export function flag(fallback: boolean): Rule<boolean> {
  return {
    fallback: String(fallback),
    read: (value) => value === 'true' || (value === 'false' ? false : undefined),
    must: 'must be true or false',
  };
}

export function url(fallback: string): Rule<string> {
  return {
    fallback,
    read: (value) => {
      const trimmed = value.trim();
      return /^https?:\/\/\S+$/iu.test(trimmed) && URL.canParse(trimmed) ? trimmed : undefined;
    },
    must: 'must be a URL of http or https',
  };
}

/** Empty by default. */
export function optionalUrl(): Rule<string> {
  const { fallback, read, must } = url('');
  return {
    fallback,
    read: (value) => (value === '' ? value : read(value)),
    must: `${must}, or empty`,
  };
}

/** Separated by commas. */
export function origins(): Rule<readonly string[]> {
  return {
    fallback: '',
    read: (value) => {
      const list = value.split(',').map((origin) => origin.trim());
      const named = list.filter((origin) => origin !== '');
      return named.every(isOrigin) ? named : undefined;
    },
    must: 'must be origins such as https://app.example.org, separated by commas',
  };
}

function isOrigin(value: string): boolean {
  return /^https?:/u.test(value) && URL.parse(value)?.origin === value;
}
