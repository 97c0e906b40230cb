import { PAGES, type PageName } from './pages.ts';

const PATTERNS = listPatterns();

export function findPage(path: string): PageName | undefined {
  return PATTERNS.find(([, pattern]) => pattern.test(path))?.[0];
}

export function isPagePath(path: string): boolean {
  return findPage(path) !== undefined;
}

function listPatterns(): [PageName, RegExp][] {
  return (Object.keys(PAGES) as PageName[]).map((name) => [name, toPattern(PAGES[name])]);
}

function toPattern(template: string): RegExp {
  const segments = template
    .split('/')
    .slice(1)
    .map((segment) => {
      if (!segment.startsWith(':')) return `/${segment}`;
      return segment.endsWith('?') ? '(?:/[^/]+)?' : '/[^/]+';
    });
  return new RegExp(`^${segments.join('')}$`, 'u');
}
