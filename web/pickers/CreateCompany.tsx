import { loadable } from '#web/lib/loadable.tsx';

/** The form for the first client. Its code only loads in an installation without clients. */
export const CreateCompany = loadable(async () => (await import('#web/pickers/CompanyForm.tsx')).CompanyForm);
