import { Link } from 'react-router';
import classes from '#web/pages/landing/Landing.module.css';
import { SignInLink } from '#web/pages/landing/SignInLink.tsx';
import { paths } from '#web/paths.ts';
import { Logo } from '#web/ui/Logo.tsx';

/** The bar stays at the top. */
export function TopBar() {
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
          <SignInLink look="bare">Sign In</SignInLink>
          <SignInLink>Get Started</SignInLink>
        </div>
      </div>
    </header>
  );
}
