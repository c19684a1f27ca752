import classes from '#web/pages/landing/Landing.module.css';

/** Each is known to the import (server/features/lead-import/header-aliases.ts), or opened from a lead. */
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

/** The sources that leads come from, and the programs that are opened from them. */
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
        Files of these products are read as they are, and you see the outcome before anything is written.
        WhatsApp and email open with your text filled in. The form of your website sends its enquiries
        straight into the list.
      </p>
    </div>
  );
}
