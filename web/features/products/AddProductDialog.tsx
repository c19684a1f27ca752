import { useForm } from '@mantine/form';
import { useState } from 'react';
import { NewProduct, products } from '#shared/products.ts';
import { useSend } from '#web/api/query.ts';
import { ProductFields } from '#web/features/products/ProductFields.tsx';
import { ProductFormActions } from '#web/features/products/ProductFormActions.tsx';
import { NEW_VALUES, PRODUCT_FIELD_KEYS, toWire } from '#web/features/products/product-form-values.ts';
import { fieldMessages, messageOf } from '#web/lib/errors.ts';
import { focusFirstError } from '#web/lib/forms/focus-first-error.ts';
import { problemsIn } from '#web/lib/forms/problems-in.ts';
import { ClientSelect } from '#web/pickers/ClientSelect.tsx';
import { useUser } from '#web/session/useSession.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import classes from '#web/ui/fields/Form.module.css';
import { showFailure, showSuccess } from '#web/ui/states/toast.ts';

const FAILED = 'Failed to save product';
const NO_CLIENT = 'Select a client for this product.';

/** A new product. Users with access to all clients choose its client. */
export function AddProductDialog({ onClose }: { onClose: () => void }) {
  const { seesAllClients } = useUser();
  const [clientId, setClientId] = useState<string | null>(null);
  const create = useSend(products.create);
  const form = useForm({
    initialValues: NEW_VALUES,
    validate: (values) => ({
      ...problemsIn(NewProduct.safeParse(toWire(PRODUCT_FIELD_KEYS, values))),
      ...(seesAllClients && !clientId && { clientId: NO_CLIENT }),
    }),
  });
  const submit = form.onSubmit((values) => {
    if (create.isPending) return;
    create.mutate(
      {
        query: clientId ? { clientId } : {},
        body: toWire(PRODUCT_FIELD_KEYS, values) as NewProduct,
      },
      {
        onSuccess: () => {
          showSuccess('Product added');
          onClose();
        },
        onError: (error) => {
          form.setErrors(fieldMessages(error));
          focusFirstError();
          showFailure(messageOf(error, ''), FAILED);
        },
      },
    );
  }, focusFirstError);
  return (
    <Dialog
      title="Add New Product"
      onClose={onClose}
      isDirty={() => form.isDirty()}
      isBusy={create.isPending}
    >
      <form className={classes.form} onSubmit={submit} noValidate aria-label="Add New Product">
        {seesAllClients && (
          <div className={classes.wide}>
            <ClientSelect
              value={clientId}
              onChange={(id) => {
                setClientId(id);
                form.setFieldValue('category_id', '');
                form.clearFieldError('clientId');
              }}
              error={form.errors['clientId'] as string | undefined}
              required
            />
          </div>
        )}
        <ProductFields
          isNew
          values={form.values}
          errors={form.errors}
          onChange={(field, value) => form.setFieldValue(field, value)}
          clientId={clientId ?? undefined}
        />
        <ProductFormActions label="Add Product" isPending={create.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
