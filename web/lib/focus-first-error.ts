/** Puts the focus on the first input that is wrong, once it is drawn as such. */
export function focusFirstError(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus());
}
