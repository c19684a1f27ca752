/** The popups that can be opened from everywhere. */
export type ShellDialog = 'search' | 'keys' | 'add-lead' | 'change-password' | 'sign-out';
