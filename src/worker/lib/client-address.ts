export const UNKNOWN_ADDRESS = 'unknown';

const IPV6_GROUPS = 8;
const NETWORK_GROUPS = 4;

/** One customer: an IPv4 address (mapped ones too), or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = address.split('::');
  const first = expandGroups(head);
  const last = expandGroups(tail ?? '');
  const zeros = Math.max(0, IPV6_GROUPS - first.length - last.length);
  const groups = [...first, ...Array.from({ length: zeros }, () => '0'), ...last];
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

function expandGroups(text: string): string[] {
  return text === ''
    ? []
    : text.split(':').map((group) => group.toLowerCase().replace(/^0+(?=.)/u, ''));
}
