import { ADMIN_USER_LIMIT } from '#shared/accounts/users.ts';
import { useUsersCreated } from '#web/features/users/useUsersCreated.ts';
import classes from '#web/features/users/Users.module.css';

/** The number of users that an admin has created out of five, in a form that creates another. */
export function UserLimit() {
  const { created, isReached } = useUsersCreated();
  if (created === undefined) return null;
  return (
    <p className={classes.counter} role={isReached ? 'alert' : undefined}>
      Users created: {created}/{ADMIN_USER_LIMIT}
      {isReached && ` · Admin user limit reached (${ADMIN_USER_LIMIT} users maximum)`}
    </p>
  );
}
