import { useEffect, useRef, useState } from 'preact/hooks';
import { TypedSearch } from './typed-search.ts';

interface Typing {
  readonly typed: string;
  readonly onText: (text: string, isComposing: boolean) => void;
  readonly submit: (text: string) => void;
}

/** Searches while typing. The typed text stays until the address changes otherwise, as on Back. */
export function useTypedSearch(search: string, onSearch: (search: string) => void): Typing {
  const [typed, setTyped] = useState(search);
  const latest = useRef(onSearch);
  latest.current = onSearch;
  const [typing] = useState(() => new TypedSearch(search, (text) => latest.current(text)));
  useEffect(() => {
    if (typing.follow(search)) setTyped(search);
  }, [search, typing]);
  useEffect(() => () => typing.stop(), [typing]);
  return {
    typed,
    onText: (text, isComposing) => {
      setTyped(text);
      typing.type(text.trim(), isComposing);
    },
    submit: (text) => typing.submit(text.trim()),
  };
}
