export const MIN_PASSWORD_LENGTH = 6;
export const MAX_PASSWORD_BYTES = 1024;
export const PASSWORD_TOO_SHORT = 'Password must be at least 6 characters';
