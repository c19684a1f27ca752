import BellRing from 'lucide-react/icons/bell-ring';
import Layers from 'lucide-react/icons/layers';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import classes from '#web/pages/account/SignInWelcome.module.css';
import { Logo } from '#web/ui/Logo.tsx';
import { ProductPicture } from '#web/ui/ProductPicture.tsx';

const BENEFITS = [
  { icon: Layers, text: 'Streamlined lead capture and organization' },
  { icon: BellRing, text: 'Activity tracking and reminders' },
  { icon: SlidersHorizontal, text: 'Configurable fields to match your workflow' },
];

/** The left half of the sign-in page: the product and three reasons to use it. */
export function SignInWelcome() {
  return (
    <div className={classes.welcome}>
      <div className={classes.brand}>
        <Logo size={32} />
        <div>
          <p className={classes.name}>LMS</p>
          <p className={classes.tagline}>Lead management system</p>
        </div>
      </div>
      <div className={classes.picture}>
        <ProductPicture of="leads" alt="" />
      </div>
      <ul className={classes.benefits}>
        {BENEFITS.map(({ icon: Icon, text }) => (
          <li key={text}>
            <Icon size={18} aria-hidden="true" />
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
