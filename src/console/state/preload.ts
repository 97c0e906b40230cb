/** Preloads a module or an image with the mode of its later request. */
export function preload(path: string, kind: 'module' | 'image'): void {
  const link = document.createElement('link');
  link.rel = kind === 'module' ? 'modulepreload' : 'preload';
  if (kind === 'module') link.crossOrigin = '';
  else link.as = 'image';
  link.href = path;
  document.head.append(link);
}
