import { useRef, useState } from 'react';
import { fieldConfiguration } from '#shared/fields/field-configuration.ts';
import type { NewField } from '#shared/fields/field-configuration.ts';
import { useSend } from '#web/api/query.ts';
import { fieldMessages, messageOf } from '#web/lib/errors.ts';
import { focusFirstError } from '#web/lib/forms/focus-first-error.ts';
import { showFailure, showSuccess } from '#web/ui/states/toast.ts';

const FRESH: Required<Omit<NewField, 'version'>> = {
  title: '',
  type: 'text',
  showTable: true,
  showForm: true,
  required: false,
  placeholder: '',
  options: [],
};

type Errors = Readonly<Record<string, string>>;

/** A field being added. Other people's changes never conflict with it: only a duplicate title is rejected. */
export function useNewField(clientId: string, onAdded: () => void) {
  const [field, setField] = useState(FRESH);
  const [errors, setErrors] = useState<Errors>({});
  const add = useSend(fieldConfiguration.add);
  // A second click can come before the button renders as busy.
  const isBusy = useRef(false);
  const refuse = (messages: Errors) => {
    setErrors(messages);
    focusFirstError();
  };
  return {
    field,
    errors,
    isPending: add.isPending,
    isDirty: () => field !== FRESH,
    change: (part: Partial<typeof FRESH>) => {
      setField((current) => ({ ...current, ...part }));
      setErrors((known) =>
        Object.fromEntries(Object.entries(known).filter(([path]) => !(rootOf(path) in part))),
      );
    },
    submit: () => {
      if (isBusy.current) return;
      const missing = missingIn(field);
      if (Object.keys(missing).length > 0) {
        refuse(missing);
        return;
      }
      isBusy.current = true;
      add.mutate(
        { params: { tenantId: clientId }, body: bodyOf(field) },
        {
          onSettled: () => (isBusy.current = false),
          onSuccess: () => {
            showSuccess('Field added');
            onAdded();
          },
          onError: (error) => {
            // An error in one option shows for all of them.
            const messages = Object.entries(fieldMessages(error)).map(
              ([path, text]) => [rootOf(path), text] as const,
            );
            refuse(Object.fromEntries(messages));
            showFailure(messageOf(error, 'Please try again.'), 'Failed to add the field');
          },
        },
      );
    },
  };
}

const rootOf = (path: string): string => path.split('.')[0] ?? path;

function missingIn({ title, type, options }: typeof FRESH): Errors {
  return {
    ...(!title.trim() && { title: 'A field needs a name.' }),
    ...(type === 'select' && options.length === 0 && { options: 'Add at least one option.' }),
  };
}

/** The request body, without the values that were typed for another type. */
function bodyOf({ options, placeholder, ...rest }: typeof FRESH): NewField {
  return {
    ...rest,
    ...(rest.type !== 'checkbox' && placeholder.trim() && { placeholder }),
    ...(rest.type === 'select' && { options }),
  };
}
