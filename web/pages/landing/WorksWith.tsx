import classes from '#web/pages/landing/Landing.module.css';

/** Each is supported by the import (server/features/lead-import/header-aliases.ts), or opened from a lead. */
const NAMES = [
  'Excel',
  'CSV',
  'IndiaMART',
  'JustDial',
  'Facebook and Google lead ads',
  'Zoho',
  'HubSpot',
  'Salesforce',
  'Pipedrive',
  'WhatsApp',
  'Email',
  'Your website',
];

/** The sources that leads come from, and the programs that leads open. */
export function WorksWith() {
  return (
    <div className={classes.works}>
      <h2>Works with what you have</h2>
      <ul>
        {NAMES.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <p>
        Import files from these products as they are, and check the result before anything is saved. WhatsApp
        and email open with your message filled in. Your website’s form sends enquiries straight to your list.
      </p>
    </div>
  );
}
