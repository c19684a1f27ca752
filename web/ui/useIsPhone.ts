import { useMediaQuery } from '@mantine/hooks';

/** Whether lists are cards and not tables, from the first drawing on. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
}
