/** The networks and the image that a job's place counts for. */
export interface Claim {
  readonly networks: ReadonlySet<string>;
  readonly image: string;
}

/**
 * Whether a job may take one of `places` beside their holders: one network or one image gets half of them at most. A job
 * that several networks ask for needs a share of only one of them, so that nobody can slow down what others want.
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
