import { EMBED_WIDTHS } from '../../../shared/embeds.ts';
import { chooseEmbed, embedChoice } from '../../state/embed-choice.ts';
import { embedsOf } from '../../state/image-embeds.ts';
import type { ImageLinks } from '../../state/image-links.ts';
import { imageText } from '../../text/image.ts';
import { SelectField } from '../../widgets/field.tsx';
import { LinkField } from './link-field.tsx';
import type { ImageDetail } from './use-image.ts';

interface EmbedsProps {
  readonly image: ImageDetail;
  readonly links: ImageLinks;
}

/** Of a private image without a choice: others cannot open what it would make. */
export function Embeds({ image, links }: EmbedsProps) {
  const { embed } = imageText.value;
  const choice = embedChoice.value;
  const { html, markdown, bbcode } = embedsOf(image, links, choice);
  const { small, medium, large, full } = embed.sizes;
  const sizes = {
    small: embed.sizeOf(small, EMBED_WIDTHS.small),
    medium: embed.sizeOf(medium, EMBED_WIDTHS.medium),
    large: embed.sizeOf(large, EMBED_WIDTHS.large),
    full,
  };
  return (
    <>
      {image.visibility === 'public' && (
        <div class="image-embed">
          <SelectField
            label={embed.size}
            value={choice.size}
            options={sizes}
            onValue={(size) => chooseEmbed({ size })}
          />
          <SelectField
            label={embed.format}
            value={choice.format}
            options={embed.formats}
            onValue={(format) => chooseEmbed({ format })}
          />
        </div>
      )}
      <div class="image-links">
        <LinkField label="Markdown" value={markdown} />
        <LinkField label="HTML" value={html} />
        <LinkField label="BBCode" value={bbcode} />
      </div>
    </>
  );
}
