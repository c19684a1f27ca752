import { Menu } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import type { PhoneNumber } from './phone-numbers.ts';

type Link = { href?: string | undefined };
type Props<Way extends Link> = {
  numbers: readonly PhoneNumber[];
  linkOf: (number: PhoneNumber) => Way;
  /** The link for the only number. */
  link: (way: Way) => ReactNode;
  /** The button that opens the choice between several numbers. */
  button: ReactElement;
};

/**
 * A contact link for the lead's number, or a choice if there are several. Shows nothing when none can be
 * called.
 */
export function NumberWay<Way extends Link>({ numbers, linkOf, link, button }: Props<Way>) {
  const [first] = numbers;
  if (!first) return null;
  if (numbers.length === 1) return link(linkOf(first));
  return (
    <Menu>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {numbers.map((number) => (
          <Menu.Item key={number.dial} component="a" {...linkOf(number)}>
            {number.words}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
