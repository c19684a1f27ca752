/** Opens an address as a click on a link does. */
export function follow({
  href = '',
  ...aside
}: {
  href?: string | undefined;
  target?: string;
  rel?: string;
}): void {
  Object.assign(document.createElement('a'), { href, ...aside }).click();
}
