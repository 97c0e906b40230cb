/** What a pipeline-1 link may end with (spec, Direct image route 2). */
const LEGACY_EXTENSIONS = ['webp', 'avif', 'jpg', 'jpeg', 'png', 'gif'] as const;

/** Every path under which caches may hold a public image: a purge names them all. */
export const publicPaths = ({
  uniqueLink,
  pipelineVersion,
}: {
  readonly uniqueLink: string;
  readonly pipelineVersion: number;
}): string[] => {
  const root = `/i/${uniqueLink}`;
  return pipelineVersion === 1
    ? [root, ...LEGACY_EXTENSIONS.map((extension) => `${root}.${extension}`)]
    : [root, `${root}.webp`, `${root}/gallery.webp`, `${root}/publish.webp`];
};
