import { Button, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { proof } from '#shared/proof.ts';
import type { PasskeyRequest } from '#shared/webauthn.ts';
import { send } from '#web/api/send.ts';
import { askForPasskey } from '#web/lib/passkeys.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { useFormCall } from '#web/ui/dialogs/useFormCall.ts';
import classes from '#web/ui/fields/Form.module.css';
import { sayOutcome } from '#web/ui/states/toast.ts';

/** Asks for the own password or a passkey, above whatever popup needs it. */
export function ProofDialog({ onAnswer }: { onAnswer: (isGiven: boolean) => void }) {
  const [passkey, setPasskey] = useState<PasskeyRequest | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  useEffect(() => {
    send(proof.options, {}).then(
      ({ data }) => setPasskey(data.passkey),
      // The password does without.
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
    failed: 'Not confirmed',
    isSaidOnce: true,
  });
  const prove = async (request: PasskeyRequest) => {
    setIsAsking(true);
    await sayOutcome(
      askForPasskey(request).then(async (used) => await send(proof.give, { body: { passkey: used } })),
      { done: () => onAnswer(true), failed: 'Not confirmed' },
    );
    setIsAsking(false);
  };
  return (
    <FormDialog
      {...call}
      isDirty={undefined}
      title="Confirm it’s you"
      description="You signed in a while ago, and this opens or changes access to your company’s data."
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
