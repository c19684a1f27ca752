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
    text: 'Every lead in one list: import a spreadsheet, find anybody in a second, merge the duplicates.',
  },
  {
    icon: Phone,
    title: 'Call Logging',
    text: 'Write down a call while you talk. Outcome, duration and notes stay with the lead.',
  },
  {
    icon: BellRing,
    title: 'Smart Reminders',
    text: 'One next step for each lead. What is overdue stands first, and snoozing takes one click.',
  },
  {
    icon: ChartColumn,
    title: 'Analytics & Reports',
    text: 'Conversion, revenue and trends from your own leads. Each number opens the list behind it.',
  },
  {
    icon: ShieldCheck,
    title: 'Secure & Reliable',
    text: 'Each company in a database schema of its own. Roles decide who sees what, and changes can be undone.',
  },
  {
    icon: Zap,
    title: 'Lightning Fast',
    text: 'A list opens at once, even with a million leads, filters as you type, and works on the phone in your hand.',
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
