/** Preloads a module or an image with the mode of its later request. */
export function preload(path: string, kind: 'module' | 'image'): void {
  const link = document.createElement('link');
  if (kind === 'module') {
    link.rel = 'modulepreload';
    link.crossOrigin = '';
  } else {
    link.rel = 'preload';
    link.as = 'image';
  }
  link.href = path;
  document.head.append(link);
}
