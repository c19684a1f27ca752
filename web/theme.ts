import { createTheme, localStorageColorSchemeManager } from '@mantine/core';
import type { CSSVariablesResolver, MantineColorsTuple } from '@mantine/core';

const accent: MantineColorsTuple = [
  '#f0f4ff',
  '#e0e9ff',
  '#c2d3ff',
  '#9db8fc',
  '#7698f4',
  '#5279ea',
  '#416be6',
  '#2b59d9',
  '#244cbd',
  '#1d3d98',
];

const FONT = 'var(--lms-font)';

/**
 * The list itself scrolls, since its input moves it by the arrow keys. A scrolling element inside could not
 * be reached by keyboard.
 */
const SCROLLED = { options: { maxHeight: 220, overflowY: 'auto' } } as const;

/** The component library's sizes from docs/design.md. Colours come from styles/tokens.css. */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 6 },
  colors: { accent },
  white: '#ffffff',
  black: '#18191d',
  fontFamily: FONT,
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '7px', lg: '10px', xl: '14px' },
  defaultRadius: 'md',
  shadows: {
    xs: 'var(--lms-shadow-card)',
    sm: 'var(--lms-shadow-card)',
    md: 'var(--lms-shadow-popover)',
    lg: 'var(--lms-shadow-popover)',
    xl: 'var(--lms-shadow-dialog)',
  },
  headings: {
    fontFamily: FONT,
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
      h4: { fontSize: '13px', lineHeight: '20px' },
      h5: { fontSize: '13px', lineHeight: '20px' },
      h6: { fontSize: '12px', lineHeight: '16px' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 32 } },
    Modal: { defaultProps: { radius: 'xl', centered: true, overlayProps: { color: 'var(--lms-scrim)' } } },
    Drawer: { defaultProps: { overlayProps: { color: 'var(--lms-scrim)' } } },
    Popover: { defaultProps: { shadow: 'md', radius: 'lg' } },
    // The first item gets the focus: an empty element that takes it first is not a menu item.
    Menu: { defaultProps: { shadow: 'md', radius: 'lg', withInitialFocusPlaceholder: false } },
    Combobox: { defaultProps: { shadow: 'md', radius: 'lg' } },
    Select: {
      // A list only opens on purpose: Tab just passes, and the message of the first invalid field must stay
      // visible.
      defaultProps: {
        shadow: 'md',
        checkIconPosition: 'right',
        openOnFocus: false,
        withScrollArea: false,
        styles: SCROLLED,
      },
    },
    // Centred in a field of any height: fields are taller on touch screens.
    MultiSelect: {
      defaultProps: {
        withScrollArea: false,
        styles: { ...SCROLLED, input: { display: 'flex', alignItems: 'center' }, pillsList: { flex: 1 } },
      },
    },
    Tooltip: { defaultProps: { openDelay: 350, radius: 'sm' } },
    Loader: { defaultProps: { type: 'oval', size: 18 } },
  },
});

/**
 * Points the library's colour variables at the product's roles, so that both colour schemes are defined once.
 */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: ROLES,
  dark: ROLES,
});

const ROLES = {
  '--mantine-color-body': 'var(--lms-surface)',
  '--mantine-color-text': 'var(--lms-text)',
  '--mantine-color-bright': 'var(--lms-text)',
  '--mantine-color-dimmed': 'var(--lms-muted)',
  '--mantine-color-placeholder': 'var(--lms-muted)',
  '--mantine-color-anchor': 'var(--lms-accent-text)',
  '--mantine-color-error': 'var(--lms-danger)',
  '--mantine-color-success': 'var(--lms-success)',
  '--mantine-color-default': 'var(--lms-surface)',
  '--mantine-color-default-hover': 'var(--lms-hover)',
  '--mantine-color-default-color': 'var(--lms-text)',
  '--mantine-color-default-border': 'var(--lms-border-strong)',
  '--mantine-color-disabled': 'var(--lms-hover)',
  '--mantine-color-disabled-color': 'var(--lms-muted)',
  '--mantine-color-disabled-border': 'var(--lms-border)',
  '--mantine-color-gray-light-color': 'var(--lms-muted)',
  '--mantine-color-gray-light-hover': 'var(--lms-hover)',
  '--mantine-primary-color-contrast': 'var(--lms-on-accent)',
};

/** web/inline/first-paint.js also reads this, before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'lms-color-scheme' });
