import BellRing from 'lucide-react/icons/bell-ring';
import ChartColumn from 'lucide-react/icons/chart-column';
import Phone from 'lucide-react/icons/phone';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Users from 'lucide-react/icons/users';
import Zap from 'lucide-react/icons/zap';
import classes from '#web/pages/landing/Landing.module.css';

const FEATURES = [
  {
    icon: Users,
    title: 'Lead Management',
    text: 'All leads in one list: import a spreadsheet, find anyone in a second, merge duplicates.',
  },
  {
    icon: Phone,
    title: 'Call Logging',
    text: 'Log a call while you talk. Outcome, duration and notes stay with the lead.',
  },
  {
    icon: BellRing,
    title: 'Smart Reminders',
    text: 'One next step for every lead. Overdue ones come first, and snoozing takes one click.',
  },
  {
    icon: ChartColumn,
    title: 'Analytics & Reports',
    text: 'Conversion, revenue and trends from your own leads. Each number opens the list behind it.',
  },
  {
    icon: ShieldCheck,
    title: 'Secure & Reliable',
    text: 'Each company has its own database schema. Roles decide who sees what, and changes can be undone.',
  },
  {
    icon: Zap,
    title: 'Lightning Fast',
    text: 'Lists open at once even with a million leads, filter as you type, and work on your phone.',
  },
];

export function FeatureCards() {
  return (
    <ul className={classes.cards}>
      {FEATURES.map(({ icon: Icon, title, text }) => (
        <li key={title} className={classes.card}>
          <Icon size={20} aria-hidden="true" />
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}
