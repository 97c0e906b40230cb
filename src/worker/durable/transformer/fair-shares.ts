export interface Claim {
  readonly networks: ReadonlySet<string>;
  readonly image: string;
}

/**
 * Whether a job has a share of `places` left. A network gets half of them, an image half, and a network half of an
 * image's; each share is one place at least. A shared job needs a share of only one of its networks, so no network can
 * slow down others' jobs.
 */
export function isWithinShare(
  { networks, image }: Claim,
  holders: readonly Claim[],
  places: number,
): boolean {
  if (holders.length >= places) return false;
  const share = halfOf(places);
  const sameImage = holders.filter((holder) => holder.image === image);
  if (sameImage.length >= share) return false;
  const heldBy = (network: string, among: readonly Claim[]): number =>
    among.filter((holder) => holder.networks.has(network)).length;
  return [...networks].some(
    (network) => heldBy(network, holders) < share && heldBy(network, sameImage) < halfOf(share),
  );
}

function halfOf(places: number): number {
  return Math.max(1, Math.floor(places / 2));
}
