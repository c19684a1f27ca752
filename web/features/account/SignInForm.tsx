import { Button, PasswordInput, TextInput } from '@mantine/core';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useEffect, useState } from 'react';
import type { SubmitEvent } from 'react';
import { messageOf } from '#web/api/errors.ts';
import type { Credentials } from '#web/features/account/sign-in.ts';
import classes from '#web/features/account/SignInForm.module.css';

const FAILED = 'Invalid email or password';

/** The API's code comes after the first paint, while the user types. */
const loadSignIn = () => import('#web/features/account/sign-in.ts');

/** E-mail and password; the route table takes the user on once the session has started. */
export function SignInForm() {
  const [errors, setErrors] = useState<Partial<Credentials>>({});
  const [failure, setFailure] = useState<string>();
  const [isPending, setIsPending] = useState(false);
  useEffect(() => void loadSignIn(), []);

  const start = async (credentials: Credentials) => {
    setIsPending(true);
    setFailure(undefined);
    try {
      const { signIn } = await loadSignIn();
      await signIn(credentials);
    } catch (error) {
      setFailure(messageOf(error, FAILED));
      setIsPending(false);
    }
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Read from the form and not from state: password managers fill fields without telling.
    const valueOf = (name: string) =>
      event.currentTarget.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? '';
    const email = valueOf('email').trim();
    const password = valueOf('password');
    const missing = {
      ...(!email && { email: 'Email is required' }),
      ...(!password && { password: 'Password is required' }),
    };
    setErrors(missing);
    if (email && password) void start({ email, password });
    else event.currentTarget.querySelector<HTMLElement>(email ? '[name=password]' : '[name=email]')?.focus();
  };
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <div>
        <h1 className={classes.title}>Welcome back</h1>
        <p className={classes.text}>Sign in to your workspace.</p>
      </div>
      {failure && (
        <p className={classes.failure} role="alert">
          <CircleAlert size={16} aria-hidden="true" />
          {failure}
        </p>
      )}
      <TextInput
        label="Email"
        name="email"
        type="email"
        size="lg"
        autoComplete="username"
        autoFocus
        required
        withAsterisk={false}
        error={errors.email}
      />
      <PasswordInput
        label="Password"
        name="password"
        size="lg"
        autoComplete="current-password"
        required
        withAsterisk={false}
        visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
        error={errors.password}
        // The library marks only its other inputs.
        aria-invalid={Boolean(errors.password)}
      />
      <Button type="submit" size="lg" fullWidth loading={isPending}>
        Sign In
      </Button>
    </form>
  );
}
