/** Names as cameras, phones and messengers give them; deterministic. */

const WORDS = [
  'sunset',
  'family dinner',
  'invoice-2026',
  'Zürich',
  'garden',
  'cat',
  'whiteboard 3',
  'holiday',
];
const TYPES = ['jpg', 'png', 'webp'];
const DAY_MS = 86_400_000;
const FIRST_MS = Date.UTC(2024, 0, 1);

/** 0 to 1, exclusive (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function nameImage(random: () => number): string {
  const kind = random();
  const number = Math.floor(random() * 1e5);
  const stamp = new Date(FIRST_MS + random() * 1000 * DAY_MS).toISOString().replaceAll(/\D/gu, '');
  const [day, time] = [stamp.slice(0, 8), stamp.slice(8, 14)];
  if (kind < 0.3) return `IMG_${day}_${time}.jpg`;
  if (kind < 0.5) return `IMG_${String(number % 10_000).padStart(4, '0')}.HEIC`;
  if (kind < 0.65) return `DSC${String(number).padStart(5, '0')}.JPG`;
  if (kind < 0.75) return `Screenshot_${day}-${time}.png`;
  if (kind < 0.85) return `IMG-${day}-WA${String(number % 10_000).padStart(4, '0')}.jpg`;
  return `${WORDS[number % WORDS.length] ?? ''} ${number}.${TYPES[number % TYPES.length] ?? ''}`;
}
