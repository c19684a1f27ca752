import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { secondFactor } from '#shared/accounts/second-factor.ts';
import type { FactorSetup } from '#shared/accounts/second-factor.ts';
import { useSend } from '#web/api/query.ts';
import { NameFactorDialog } from '#web/features/second-factor/NameFactorDialog.tsx';
import { RecoveryCodesDialog } from '#web/features/second-factor/RecoveryCodesDialog.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { useFormCall } from '#web/ui/dialogs/useFormCall.ts';
import classes from '#web/ui/fields/Form.module.css';
import { SetupPicture } from '#web/ui/plain/SetupPicture.tsx';
import { showSuccess } from '#web/ui/states/toast.ts';

type Props = { isFirst: boolean; onClose: () => void };

/** Adds an authenticator app: its name, its QR code and first code, and the recovery codes. */
export function AddAppDialog({ isFirst, onClose }: Props) {
  const begin = useSend(secondFactor.begin);
  const [setup, setSetup] = useState<FactorSetup>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
  if (setup) return <ConfirmApp setup={setup} onCodes={setCodes} onClose={onClose} />;
  return (
    <NameFactorDialog
      title="Add authenticator app"
      description={
        isFirst
          ? 'You’ll sign in with your password and a code from the app. Your other devices are signed out, and your access tokens stop working.'
          : 'Codes from this app will sign you in as well.'
      }
      usual="Authenticator app"
      placeholder="My phone"
      send={async (name) => await begin.mutateAsync({ body: { name } })}
      done={({ data }) => setSetup(data)}
      failed="Failed to add the app"
      onClose={onClose}
    />
  );
}

type ConfirmProps = {
  setup: FactorSetup;
  onCodes: (codes: readonly string[]) => void;
  onClose: () => void;
};

function ConfirmApp({ setup, onCodes, onClose }: ConfirmProps) {
  const confirm = useSend(secondFactor.confirm);
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => (code.trim() ? null : 'Code is required') },
  });
  const call = useFormCall(form, {
    send: async ({ code }) => await confirm.mutateAsync({ params: { id: setup.id }, body: { code } }),
    done: (answer) => {
      showSuccess('Authenticator app added');
      const codes = answer?.data.recoveryCodes;
      if (codes) onCodes(codes);
      else onClose();
    },
    failed: 'Failed to add the app',
    isSaidOnce: true,
  });
  return (
    <FormDialog
      {...call}
      title="Scan the code"
      description="Scan it with your authenticator app, such as Google Authenticator or 1Password, then enter the 6 digits it shows."
      size="small"
      save="Add app"
      onClose={onClose}
    >
      <div className={classes.wide}>
        <SetupPicture setup={setup} />
      </div>
      <TextInput
        className={classes.wide}
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        data-autofocus
        required
        {...form.getInputProps('code')}
        aria-invalid={form.errors['code'] !== undefined}
      />
    </FormDialog>
  );
}
