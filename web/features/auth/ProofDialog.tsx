import { Button, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { proof } from '#shared/accounts/proof.ts';
import type { DataOf } from '#shared/protocol/endpoint.ts';
import type { PasskeyRequest } from '#shared/accounts/webauthn.ts';
import { send } from '#web/api/send.ts';
import { signOut } from '#web/features/auth/sign-out.ts';
import { askForPasskey } from '#web/lib/passkeys.ts';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { useFormCall } from '#web/ui/dialogs/useFormCall.ts';
import classes from '#web/ui/fields/Form.module.css';
import { sayOutcome } from '#web/ui/states/toast.ts';

type Ways = DataOf<typeof proof.options>;

/** Asks for the own password or a passkey, above whatever popup needs it. */
export function ProofDialog({ onAnswer }: { onAnswer: (isGiven: boolean) => void }) {
  const [{ passkey, provider }, setWays] = useState<Ways>({ passkey: null, provider: null });
  const [isAsking, setIsAsking] = useState(false);
  useEffect(() => {
    send(proof.options, {}).then(
      ({ data }) => setWays(data),
      // Without the list of ways, the password is asked for.
      () => undefined,
    );
  }, []);
  const form = useForm({
    initialValues: { currentPassword: '' },
    validate: { currentPassword: (password) => (password ? null : 'Enter your password.') },
  });
  const call = useFormCall(form, {
    send: async (body) => await send(proof.give, { body }),
    done: () => onAnswer(true),
    failed: 'Failed to confirm it’s you',
    isSaidOnce: true,
  });
  const prove = async (request: PasskeyRequest) => {
    setIsAsking(true);
    await sayOutcome(
      askForPasskey(request).then(async (used) => await send(proof.give, { body: { passkey: used } })),
      { done: () => onAnswer(true), failed: 'Failed to confirm it’s you' },
    );
    setIsAsking(false);
  };
  if (provider !== null && !passkey)
    return (
      <ConfirmDialog
        title="Sign in again first"
        text={`You signed in a while ago, and this step affects access to your company’s data. Sign out, sign in with ${provider} again, and repeat it.`}
        confirmLabel="Sign out"
        onCancel={() => onAnswer(false)}
        onConfirm={signOut}
      />
    );
  return (
    <FormDialog
      {...call}
      isDirty={undefined}
      title="Confirm it’s you"
      description="You signed in a while ago, and this step affects access to your company’s data."
      size="small"
      save="Confirm"
      isOnTop
      onClose={() => onAnswer(false)}
    >
      <PasswordInput
        className={classes.wide}
        label="Your password"
        autoComplete="current-password"
        data-autofocus
        required
        {...form.getInputProps('currentPassword')}
        aria-invalid={form.errors['currentPassword'] !== undefined}
      />
      {passkey && (
        <Button
          className={classes.wide}
          variant="default"
          loading={isAsking}
          onClick={() => void prove(passkey)}
        >
          Use a passkey instead
        </Button>
      )}
    </FormDialog>
  );
}
