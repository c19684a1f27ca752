import { CloseButton, TextInput } from '@mantine/core';
import Search from 'lucide-react/icons/search';
import { useEffect, useState } from 'react';

const DEBOUNCE = 500;

type Props = { label: string; placeholder: string; value: string; onSearch: (search: string) => void };

/**
 * A list's search. Queries the server half a second after the last character; at once on Enter and when
 * emptied.
 */
export function SearchBox({ label, placeholder, value, onSearch }: Props) {
  const [text, setText] = useState(value);
  const [asked, setAsked] = useState(value);
  const [seen, setSeen] = useState(value);

  // Back, Reset and a removed chip change the address from outside, and the box follows. The address follows
  // the box a moment later, and text typed in that moment stays.
  if (value !== seen) {
    setSeen(value);
    if (value !== asked) {
      setAsked(value);
      setText(value);
    }
  }

  useEffect(() => {
    const search = text.trim();
    if (search === asked) return undefined;
    const timer = setTimeout(
      () => {
        setAsked(search);
        onSearch(search);
      },
      search === '' ? 0 : DEBOUNCE,
    );
    return () => clearTimeout(timer);
  }, [text, asked, onSearch]);

  const searchNow = (search: string) => {
    setText(search);
    setAsked(search.trim());
    onSearch(search.trim());
  };
  return (
    <TextInput
      type="search"
      size="xs"
      aria-label={label}
      placeholder={placeholder}
      maxLength={200}
      leftSection={<Search size={15} aria-hidden="true" />}
      rightSection={
        text ? <CloseButton size="xs" aria-label="Clear search" onClick={() => searchNow('')} /> : null
      }
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && searchNow(text)}
    />
  );
}
