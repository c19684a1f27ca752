import type { ReactNode } from 'react';
import classes from '#web/ui/ProductPictures.module.css';

const LEADS = [
  ['Asha Patel', 'Patel Interiors', 'New', 'blue', 'Today, 4:30 PM'],
  ['Rohan Mehta', 'Mehta Logistics', 'Contacted', 'violet', 'Tomorrow, 10:00 AM'],
  ['Fatima Shaikh', 'Shaikh Foods', 'Qualified', 'teal', 'Mon, 11:30 AM'],
  ['Vikram Nair', 'Nair Academy', 'Converted', 'green', '–'],
  ['Divya Rao', 'Rao Textiles', 'Contacted', 'violet', 'Tue, 3:00 PM'],
] as const;

/** The lead list as the product draws it, with people who do not exist. */
export function LeadPicture() {
  return (
    <div className={classes.window} aria-hidden="true">
      <div className={classes.head}>
        <b>All Leads</b>
        <span className={classes.search}>Search leads</span>
        <span className={classes.add}>Add Lead</span>
      </div>
      {LEADS.map(([name, company, status, tone, next]) => (
        <div key={name} className={classes.row}>
          <span className={classes.face}>{name.replaceAll(/[^A-Z]/g, '')}</span>
          <span>
            <b>{name}</b>
            <small>{company}</small>
          </span>
          <Pill tone={tone}>{status}</Pill>
          <small>{next}</small>
        </div>
      ))}
    </div>
  );
}

const REMINDERS = [
  ['Send the quote', 'Rohan Mehta', 'Overdue', 'red'],
  ['Call back about the kitchen', 'Asha Patel', 'Today, 4:30 PM', 'amber'],
  ['Agree on the start date', 'Fatima Shaikh', 'Mon, 11:30 AM', 'neutral'],
] as const;

/** Follow-ups as the product draws them. */
export function FollowUpPicture() {
  return (
    <div className={classes.window} aria-hidden="true">
      <div className={classes.head}>
        <b>Follow Ups</b>
        <Pill tone="red">1 overdue</Pill>
      </div>
      {REMINDERS.map(([title, name, due, tone]) => (
        <div key={title} className={classes.row}>
          <span className={classes.tick} />
          <span>
            <b>{title}</b>
            <small>{name}</small>
          </span>
          <Pill tone={tone}>{due}</Pill>
        </div>
      ))}
    </div>
  );
}

function Pill({ tone, children }: { tone: string; children: ReactNode }) {
  const style = { background: `var(--lms-${tone}-tint)`, color: `var(--lms-${tone}-text)` };
  return (
    <span className={classes.pill} style={style}>
      {children}
    </span>
  );
}
