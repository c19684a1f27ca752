import type { LucideIcon } from 'lucide-react';
import classes from '#web/leads/ways/Ways.module.css';

const IN_BAR = { root: classes.item, inner: classes.inner, section: classes.section };

/** The looks of a way to reach a lead: a small button, or a part of the bar at the foot of a phone. */
export function wayLook(Icon: LucideIcon, isBar = false) {
  const icon = <Icon size={isBar ? 18 : 14} aria-hidden="true" />;
  return isBar
    ? ({ variant: 'transparent', leftSection: icon, classNames: IN_BAR } as const)
    : ({ variant: 'default', size: 'xs', leftSection: icon } as const);
}
