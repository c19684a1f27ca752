import { useForm } from '@mantine/form';
import { useState } from 'react';
import { NewProduct, products } from '#shared/leads/products.ts';
import { useSend } from '#web/api/query.ts';
import { ProductFields } from '#web/features/products/ProductFields.tsx';
import { NEW_VALUES, PRODUCT_FIELD_KEYS, toWire } from '#web/features/products/product-form-values.ts';
import { problemsIn } from '#web/lib/forms/problems-in.ts';
import { ClientSelect } from '#web/pickers/ClientSelect.tsx';
import { useUser } from '#web/session/useSession.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { useFormCall } from '#web/ui/dialogs/useFormCall.ts';
import classes from '#web/ui/fields/Form.module.css';
import { showSuccess } from '#web/ui/states/toast.ts';

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
  const call = useFormCall(form, {
    send: (values) =>
      create.mutateAsync({
        query: clientId ? { clientId } : {},
        body: toWire(PRODUCT_FIELD_KEYS, values) as NewProduct,
      }),
    done: () => {
      showSuccess('Product added');
      onClose();
    },
    failed: 'Failed to save product',
    fallback: '',
  });
  return (
    <FormDialog {...call} title="Add New Product" save="Add Product" onClose={onClose} onCancel={onClose}>
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
    </FormDialog>
  );
}
