import type { useForm } from '@mantine/form';
import type {
  Newcomers,
  ProvidedRole,
  SavedProvider,
  companySignIn,
} from '#shared/accounts/company-sign-in.ts';
import type { BodyOf } from '#shared/protocol/endpoint.ts';
import type { FieldValue } from '#web/lib/forms/useEditConflict.ts';

/** The values of the form; `secret` is empty unless a new one was typed. */
export type ProviderValues = {
  name: string;
  issuer: string;
  appId: string;
  secret: string;
  domains: string[];
  newcomers: Newcomers;
  role: ProvidedRole;
  roleClaim: string;
  adminValue: string;
  managerValue: string;
  salesrepValue: string;
  isOnly: boolean;
  keepers: string[];
  asksFactor: boolean;
};

export type ProviderForm = ReturnType<typeof useForm<ProviderValues>>;

/** A saved provider, or the beginning of a new one, whose version is empty. */
export type SeenProvider = Omit<SavedProvider, 'hasSecret'> & { hasSecret?: boolean };

export const NEW_PROVIDER: SeenProvider = {
  name: '',
  issuer: '',
  appId: '',
  domains: [],
  newcomers: 'invited',
  role: 'salesrep',
  roleClaim: null,
  roleValues: { admin: null, manager: null, salesrep: null },
  isOnly: false,
  keepers: [],
  asksFactor: false,
  version: '',
};

export const valuesOf = ({ roleValues, roleClaim, ...provider }: SeenProvider): ProviderValues => ({
  name: provider.name,
  issuer: provider.issuer,
  appId: provider.appId,
  secret: '',
  domains: provider.domains,
  newcomers: provider.newcomers,
  role: provider.role,
  roleClaim: roleClaim ?? '',
  adminValue: roleValues.admin ?? '',
  managerValue: roleValues.manager ?? '',
  salesrepValue: roleValues.salesrep ?? '',
  isOnly: provider.isOnly,
  keepers: provider.keepers,
  asksFactor: provider.asksFactor,
});

export const bodyOf = (values: ProviderValues): BodyOf<typeof companySignIn.set> => {
  const { secret, roleClaim, adminValue, managerValue, salesrepValue, ...rest } = values;
  const textOf = (text: string) => text.trim() || null;
  return {
    ...rest,
    ...(secret && { secret }),
    roleClaim: textOf(roleClaim),
    roleValues: {
      admin: textOf(adminValue),
      manager: textOf(managerValue),
      salesrep: textOf(salesrepValue),
    },
  };
};

/** The titles of the inputs, for the notice about changes of somebody else. */
export const TITLES: Record<keyof ProviderValues, string> = {
  name: 'Name on the button',
  issuer: 'Issuer',
  appId: 'Client ID',
  secret: 'Client secret',
  domains: 'Email domains',
  newcomers: 'New people',
  role: 'Role of new people',
  roleClaim: 'Role claim',
  adminValue: 'Value for Admin',
  managerValue: 'Value for Manager',
  salesrepValue: 'Value for Sales Rep',
  isOnly: 'Only with the provider',
  keepers: 'Admins who keep a password',
  asksFactor: 'Second factor at the provider',
};

/** A value as text; admins are counted. */
export const words = (field: string, value: FieldValue): string => {
  if (field === 'keepers') return String((value as readonly string[]).length);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return Array.isArray(value) ? value.join(', ') : String(value ?? '') || 'empty';
};
