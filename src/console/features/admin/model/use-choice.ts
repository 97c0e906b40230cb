import { useLocation } from 'preact-iso/router';

interface Choice {
  readonly filter: string;
  readonly value: string;
}

/** The filter of a section in its address, and a function that chooses another one. */
export function useChoice<Chosen extends Choice>(
  path: string,
  read: (query: Readonly<Record<string, string | undefined>>) => Chosen,
): readonly [Chosen, (choice: Chosen) => void] {
  const { query, route } = useLocation();
  const choose = ({ filter, value }: Chosen): void =>
    route(filter === 'all' ? path : `${path}?${filter}=${encodeURIComponent(value)}`, true);
  return [read(query), choose];
}
