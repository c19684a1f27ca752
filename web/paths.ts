import { PAGE_PATHS } from '#shared/protocol/page-paths.ts';

const at = (path: string, id: string) => path.replace(':leadId', () => id);

/** All addresses of the product, for links. */
export const paths = {
  ...PAGE_PATHS,
  lead: (id: string) => at(PAGE_PATHS.lead, id),
  editLead: (id: string) => at(PAGE_PATHS.editLead, id),
  logCall: (id: string) => at(PAGE_PATHS.logCall, id),
  settings: (tab = '') => (tab ? `/settings/${tab}` : '/settings'),
};

/** The page that a user reaches after signing in. */
export const HOME = paths.dashboard;
