/** The subject of the calls under each tag of the contract, in the order of the document. */
export const TAGS: Record<string, string> = {
  'Sign-in': 'Signing in and out, the own profile and the own devices.',
  'Access tokens': 'Tokens with which programs work in the name of their owner.',
  'Access links': 'Links that work once: a new password, and invitations.',
  Leads: 'People who may buy: lists, changes, history, trash, bulk changes and export.',
  Import: 'Leads from files: CSV, xlsx, xls or JSON.',
  Duplicates: 'Leads of one person: finding and merging them.',
  Operations:
    'Steps that changed leads and can be undone as a whole within 30 days, unless the installation says otherwise.',
  'Call logs': 'Calls that were made with leads.',
  Reminders: 'What is to be done for a lead, and when: the follow-ups.',
  Notes: 'What people write down about a lead: entries of the timeline.',
  Messages: 'Texts for WhatsApp and e-mail, and the chats and mails that were opened for a lead.',
  Notifications: 'What the signed-in user is told of, read and unread.',
  Dashboard: 'Figures of the pipeline and what is due.',
  Products: 'What a client sells, and its categories.',
  'Field configuration':
    'Titles, order, places and options of lead fields, and the custom fields of a client.',
  Users: 'Accounts, and the open work of those who leave.',
  Roles: 'The roles with their permissions.',
  Clients: 'The companies that use this installation.',
  'API keys': 'Keys with which websites send leads to one client.',
  Webhooks: 'Addresses that are told when leads, calls and follow-ups of a client change.',
  'Audit log': 'Who signed in, exported, or changed users, clients, keys and fields.',
  'Live updates': 'What changes, while it changes.',
  Public: 'Calls of websites: leads by API key, and demo requests.',
  Health: 'Whether the server can work.',
};
