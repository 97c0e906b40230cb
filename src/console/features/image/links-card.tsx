import type { ImageLinks } from '../../state/image-links.ts';
import { variantLinksOf, type VariantName } from '../../state/variant-links.ts';
import { imageText } from '../../text/image.ts';
import { Embeds } from './embeds.tsx';
import { CopyButton } from '../../widgets/copy-button.tsx';
import { LinkField } from './link-field.tsx';
import { ShareByDevice } from './share-by-device.tsx';
import type { ImageDetail } from './use-image.ts';
import { UrlField } from './url-field.tsx';

interface LinksCardProps {
  readonly image: ImageDetail;
  readonly links: ImageLinks;
}

export function LinksCard({ image, links }: LinksCardProps) {
  const words = imageText.value;
  const isPrivate = image.visibility === 'private';
  const variants = Object.entries(variantLinksOf(image)) as [VariantName, string][];
  return (
    <section class="card image-card">
      <h2>{words.links}</h2>
      {isPrivate ? (
        <p class="image-hint">{words.privateLinks}</p>
      ) : (
        <>
          <UrlField label={words.link} value={links.url} />
          <div class="image-buttons">
            <CopyButton kind="primary" label={words.copyLink} value={links.url} />
            <ShareByDevice title={image.title} url={links.url} />
          </div>
        </>
      )}
      <div class="image-links">
        {isPrivate && <LinkField label={words.link} value={links.url} />}
        {!isPrivate && <LinkField label={words.page} value={links.page} />}
      </div>
      <Embeds image={image} links={links} />
      <details class="image-more">
        <summary>{words.moreLinks}</summary>
        <div class="image-links">
          {variants.map(([name, url]) => (
            <LinkField key={name} label={words.variants[name]} value={url} />
          ))}
        </div>
      </details>
    </section>
  );
}
