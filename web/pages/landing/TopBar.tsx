import { Link } from 'react-router';
import classes from '#web/pages/landing/Landing.module.css';
import { paths } from '#web/paths.ts';
import { Logo } from '#web/ui/Logo.tsx';
import { PlainLink } from '#web/ui/plain/PlainLink.tsx';

/** The bar stays at the top. `target` is the page that a visitor wanted when they had to sign in. */
export function TopBar({ target }: { target: unknown }) {
  return (
    <header className={classes.top}>
      <div className={classes.bar}>
        <Link to={paths.root} className={classes.brand}>
          <Logo size={28} />
          LMS
        </Link>
        <nav className={classes.nav} aria-label="On this page">
          <a href="#features">Features</a>
          <a href="#about">About</a>
          <a href="#contact">Contact</a>
        </nav>
        <div className={classes.entries}>
          <PlainLink to={paths.login} state={target} look="bare">
            Sign In
          </PlainLink>
          <PlainLink to={paths.login} state={target}>
            Get Started
          </PlainLink>
        </div>
      </div>
    </header>
  );
}
