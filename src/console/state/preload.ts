/** Has a module or a picture come before it is asked for, in the way in which it will be. */
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
