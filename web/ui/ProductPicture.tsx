import { useSyncExternalStore } from 'react';
import boardDark from '#web/ui/pictures/board-small-dark.webp';
import boardLight from '#web/ui/pictures/board-small-light.webp';
import callDark from '#web/ui/pictures/call-phone-dark.webp';
import callLight from '#web/ui/pictures/call-phone-light.webp';
import dayPhoneDark from '#web/ui/pictures/day-phone-dark.webp';
import dayPhoneLight from '#web/ui/pictures/day-phone-light.webp';
import dayDark from '#web/ui/pictures/day-wide-dark.webp';
import dayLight from '#web/ui/pictures/day-wide-light.webp';
import leadsDark from '#web/ui/pictures/leads-wide-dark.webp';
import leadsLight from '#web/ui/pictures/leads-wide-light.webp';
import listDark from '#web/ui/pictures/list-small-dark.webp';
import listLight from '#web/ui/pictures/list-small-light.webp';
import teamDark from '#web/ui/pictures/team-small-dark.webp';
import teamLight from '#web/ui/pictures/team-small-light.webp';
import classes from '#web/ui/ProductPicture.module.css';

const DARK = '(prefers-color-scheme: dark)';
const ATTRIBUTE = 'data-mantine-color-scheme';

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: [ATTRIBUTE] });
  return () => observer.disconnect();
}

/** "Always" and "never" as media features, which can be combined with others. */
const MEDIA = { dark: '(min-width: 0)', light: '(max-width: 0)', system: DARK };

/** The user's colour scheme, if it differs from the system's. */
function chosen(): keyof typeof MEDIA {
  const isDark = document.documentElement.getAttribute(ATTRIBUTE) === 'dark';
  if (isDark === matchMedia(DARK).matches) return 'system';
  return isDark ? 'dark' : 'light';
}

/**
 * A media feature that is true in dark mode, for pictures. At build time no user is known, so it follows the
 * system.
 */
function useDarkMedia(): string {
  const scheme = useSyncExternalStore<keyof typeof MEDIA>(subscribe, chosen, () => 'system');
  return MEDIA[scheme];
}

/** The sizes in e2e/screens/pictures.ts, in which `npm run pictures` creates the files. */
const WIDE = { width: 1132, height: 640 };
const SMALL = { width: 880, height: 550 };
const PHONE = { width: 390, height: 640 };
const ON_PHONES = '(max-width: 40em)';

const PICTURES = {
  day: { light: dayLight, dark: dayDark, phone: { light: dayPhoneLight, dark: dayPhoneDark }, size: WIDE },
  leads: { light: leadsLight, dark: leadsDark, phone: undefined, size: WIDE },
  list: { light: listLight, dark: listDark, phone: undefined, size: SMALL },
  board: { light: boardLight, dark: boardDark, phone: undefined, size: SMALL },
  team: { light: teamLight, dark: teamDark, phone: undefined, size: SMALL },
  call: { light: callLight, dark: callDark, phone: undefined, size: PHONE },
};

type Props = {
  of: keyof typeof PICTURES;
  /** Empty for a decorative picture. */
  alt: string;
  /** For the first picture that a visitor sees. The others load when they scroll into view. */
  isFirst?: boolean;
};

/** A screenshot of the product with fictitious people, matching the page's colour scheme. */
export function ProductPicture({ of, alt, isFirst = false }: Props) {
  const { light, dark, phone, size } = PICTURES[of];
  const inTheDark = useDarkMedia();
  const loading = isFirst ? ({ fetchPriority: 'high' } as const) : ({ loading: 'lazy' } as const);
  return (
    <picture className={classes.picture}>
      {phone && <source media={`${ON_PHONES} and ${inTheDark}`} srcSet={phone.dark} {...PHONE} />}
      {phone && <source media={ON_PHONES} srcSet={phone.light} {...PHONE} />}
      <source media={inTheDark} srcSet={dark} {...size} />
      <img src={light} alt={alt} {...size} {...loading} />
    </picture>
  );
}
