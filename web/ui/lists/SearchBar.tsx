import type { ReactNode } from 'react';
import { SearchBox } from './SearchBox.tsx';
import classes from './Toolbar.module.css';

type Props = {
  label: string;
  placeholder: string;
  search: string;
  onSearch: (search: string) => void;
  children?: ReactNode;
};

/** A search box and the other controls of a list. */
export function SearchBar({ label, placeholder, search, onSearch, children }: Props) {
  return (
    <div className={classes.toolbar} role="search">
      <div className={classes.search}>
        <SearchBox label={label} placeholder={placeholder} value={search} onSearch={onSearch} />
      </div>
      {children}
    </div>
  );
}
