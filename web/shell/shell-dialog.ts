/** The popups that can be opened from everywhere. */
export type ShellDialog = 'add-lead' | 'change-password' | 'sign-out';
