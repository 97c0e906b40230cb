/** Late enough that the first images load before. */
const AFTER_LOAD_MS = 1000;

export function afterLoad(act: () => void): void {
  const actSoon = (): void => void setTimeout(act, AFTER_LOAD_MS);
  if (document.readyState === 'complete') actSoon();
  else addEventListener('load', actSoon, { once: true });
}
