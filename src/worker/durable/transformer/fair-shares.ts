export interface Claim {
  readonly networks: ReadonlySet<string>;
  readonly image: string;
}

/**
 * One network or one image gets half of `places` at most. A shared job needs a share of only one of its networks, so no
 * network can slow down others' jobs.
 */
export function isWithinShare(
  { networks, image }: Claim,
  holders: readonly Claim[],
  places: number,
): boolean {
  if (holders.length >= places) return false;
  const share = Math.max(1, Math.floor(places / 2));
  const held = (counts: (holder: Claim) => boolean): number => holders.filter(counts).length;
  if (held((holder) => holder.image === image) >= share) return false;
  return [...networks].some((network) => held((other) => other.networks.has(network)) < share);
}
