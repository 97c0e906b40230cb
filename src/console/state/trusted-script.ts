/** The part of Trusted Types that the console uses (W3C Trusted Types, 2.3); other browsers take strings. */
interface ScriptPolicy {
  createScriptURL(url: string): string;
}

interface ScriptPolicyFactory {
  createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy;
}

const { trustedTypes } = globalThis as { readonly trustedTypes?: ScriptPolicyFactory };

/** The policy name in the page's Content-Security-Policy. */
const policy = trustedTypes?.createPolicy('tintype', { createScriptURL: requireOwn });

/** For `new Worker` and `register`. @throws {TypeError} for a URL of another origin. */
export function trustScript(url: string): string {
  return policy === undefined ? requireOwn(url) : policy.createScriptURL(url);
}

function requireOwn(url: string): string {
  if (new URL(url, location.href).origin !== location.origin) {
    throw new TypeError('A script of another origin');
  }
  return url;
}
