/** Size and format of embeds; stored on this device. */

import { signal } from '@preact/signals';
import { EMBED_FORMATS, EMBED_WIDTHS, type EmbedChoice } from '../../shared/embeds.ts';

const SIZE_KEY = 'embed-size';
const FORMAT_KEY = 'embed-format';
const USUAL: EmbedChoice = { size: 'medium', format: 'webp' };

export const embedChoice = signal<EmbedChoice>(readChoice());

export function chooseEmbed(change: Partial<EmbedChoice>): void {
  const choice = { ...embedChoice.peek(), ...change };
  embedChoice.value = choice;
  localStorage.setItem(SIZE_KEY, choice.size);
  localStorage.setItem(FORMAT_KEY, choice.format);
}

function readChoice(): EmbedChoice {
  const sizes = Object.keys(EMBED_WIDTHS) as EmbedChoice['size'][];
  const size = sizes.find((one) => one === localStorage.getItem(SIZE_KEY));
  const format = EMBED_FORMATS.find((one) => one === localStorage.getItem(FORMAT_KEY));
  return { size: size ?? USUAL.size, format: format ?? USUAL.format };
}
