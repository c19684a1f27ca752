import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { auth } from '#shared/auth.ts';
import { messageOf } from '#web/api/errors.ts';
import { send } from '#web/api/send.ts';
import classes from '#web/features/account/SignInForm.module.css';
import { startSession } from '#web/session/session-store.ts';

const FAILED = 'Invalid email or password';

/** E-mail and password; the route table takes the user on once the session has started. */
export function SignInForm() {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: {
      email: (value) => (value.trim() ? null : 'Email is required'),
      password: (value) => (value ? null : 'Password is required'),
    },
  });
  const signIn = useMutation({
    mutationFn: (body: { email: string; password: string }) => send(auth.login, { body }),
    onSuccess: ({ data }) => startSession(data.user, data.accessToken),
  });
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(({ email, password }) => signIn.mutate({ email: email.trim(), password }))}
    >
      <div>
        <h1 className={classes.title}>Welcome back</h1>
        <p className={classes.text}>Sign in to your workspace.</p>
      </div>
      {signIn.isError && (
        <p className={classes.failure} role="alert">
          <CircleAlert size={16} aria-hidden="true" />
          {messageOf(signIn.error, FAILED)}
        </p>
      )}
      <TextInput
        label="Email"
        type="email"
        size="lg"
        autoComplete="username"
        autoFocus
        required
        withAsterisk={false}
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label="Password"
        size="lg"
        autoComplete="current-password"
        required
        withAsterisk={false}
        visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <Button type="submit" size="lg" fullWidth loading={signIn.isPending}>
        Sign In
      </Button>
    </form>
  );
}
