/** The popups that can be opened from anywhere. */
export type ShellDialog = 'search' | 'keys' | 'add-lead' | 'change-password' | 'sign-out';
