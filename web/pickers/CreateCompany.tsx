import { loadable } from '#web/lib/loadable.tsx';

/** The form of the first client. Its code is fetched only where an installation has none. */
export const CreateCompany = loadable(async () => (await import('#web/pickers/CompanyForm.tsx')).CompanyForm);
