import { useMediaQuery } from '@mantine/hooks';

/** Whether lists show as cards instead of tables, from the first render on. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
}
