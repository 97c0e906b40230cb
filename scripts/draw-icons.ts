// Draws the PNG icons of the console from its SVG: npm run draw-icons
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { runScript } from './support/fail.ts';
import { ROOT } from './support/wrangler.ts';

const FOLDER = join(ROOT, 'src', 'console', 'public', 'icons');
/** Icons are cropped to the middle four fifths (W3C Manifest, "Icon masks"). */
const SAFE_SHARE = 0.8;
const GROUND = '#15120e';

await runScript(async () => {
  const svg = readFileSync(join(FOLDER, 'icon.svg'));
  for (const side of [192, 512]) await draw(svg, side).toFile(`${FOLDER}/icon-${String(side)}.png`);
  const inner = await draw(svg, Math.round(512 * SAFE_SHARE)).toBuffer();
  await sharp({ create: { width: 512, height: 512, channels: 3, background: GROUND } })
    .composite([{ input: inner }])
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(FOLDER, 'maskable-512.png'));
  return 0;
});

function draw(svg: Buffer, side: number): Sharp {
  return sharp(svg, { density: 144 })
    .resize(side, side)
    .png({ compressionLevel: 9, palette: true });
}
