import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { INVITATION_DAYS, Invitation, accessLinks } from '#shared/accounts/access-links.ts';
import { useSend } from '#web/api/query.ts';
import { RoleField } from '#web/features/users/RoleField.tsx';
import { UserClientField } from '#web/features/users/UserClientField.tsx';
import { UserLimit } from '#web/features/users/UserLimit.tsx';
import { useUsersCreated } from '#web/features/users/useUsersCreated.ts';
import type { OpenUserPopup } from '#web/features/users/user-popup.ts';
import { problemsIn } from '#web/lib/forms/problems-in.ts';
import { useUser } from '#web/session/useSession.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { useFormCall } from '#web/ui/dialogs/useFormCall.ts';
import classes from '#web/ui/fields/Form.module.css';

const EMPTY = { email: '', roleId: '', clientId: '' };

/** An optional client is omitted when empty. */
const toWire = ({ clientId, ...rest }: typeof EMPTY): Invitation => ({
  ...rest,
  ...(clientId && { clientId }),
});

type Props = { onOpen: OpenUserPopup; onClose: () => void };

/** Invites a person, who creates the account. Email, role and client are decided here. */
export function InviteDialog({ onOpen, onClose }: Props) {
  const user = useUser();
  const own = user.isSuperAdmin ? undefined : (user.client ?? undefined);
  const invite = useSend(accessLinks.invite);
  const { isReached } = useUsersCreated();
  const form = useForm({
    initialValues: { ...EMPTY, clientId: own?.id ?? '' },
    validate: (values) => ({
      ...problemsIn(Invitation.safeParse(toWire(values))),
      ...(own && !values.clientId && { clientId: 'Please select a client' }),
    }),
  });
  const call = useFormCall(form, {
    send: async (values) => {
      const { data: link } = await invite.mutateAsync({ body: toWire(values) });
      const { email } = values;
      onOpen({ kind: 'link', purpose: 'invitation', to: email, email, link });
    },
    failed: 'Failed to create the invitation',
  });
  return (
    <FormDialog
      {...call}
      title="Invite by Link"
      description={`The person who opens the link chooses a name and password. It works once and expires after ${INVITATION_DAYS} days.`}
      save="Make Link"
      isDisabled={isReached}
      onClose={onClose}
      onCancel={onClose}
    >
      <UserLimit />
      <div className={classes.wide}>
        <TextInput
          label="Email"
          type="email"
          maxLength={254}
          autoComplete="off"
          required
          data-autofocus
          {...form.getInputProps('email')}
        />
      </div>
      <RoleField {...form.getInputProps('roleId')} />
      <UserClientField own={own} {...form.getInputProps('clientId')} />
    </FormDialog>
  );
}
