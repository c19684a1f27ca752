export const MIN_PASSWORD_LENGTH = 6;
export const MAX_PASSWORD_BYTES = 1024;
export const passwordTooShort = (least: number): string => `Password must be at least ${least} characters`;
export const PASSWORD_TOO_SHORT = passwordTooShort(MIN_PASSWORD_LENGTH);
