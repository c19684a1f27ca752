import classes from '#web/pages/landing/Landing.module.css';
import { ProductPicture } from '#web/ui/ProductPicture.tsx';

const STOPS = [
  {
    of: 'list',
    title: 'Bring your leads',
    text: 'From a spreadsheet, a portal or your website, into one list.',
    alt: 'The list of leads with search, views, status and next follow-up',
  },
  {
    of: 'board',
    title: 'Move them on',
    text: 'Drag a lead to its next status. Its value moves with it.',
    alt: 'The board: a column for each status with its leads and their value',
  },
  {
    of: 'team',
    title: 'See where you stand',
    text: 'Each person’s progress, beside how much of the month has passed.',
    alt: 'The dashboard of a manager: the targets of two people as bars, with the leads and the revenue of the team',
  },
] as const;

/** Three pictures of the product, which load when a visitor comes to them. */
export function Tour() {
  return (
    <section className={classes.section} aria-labelledby="tour-title">
      <h2 id="tour-title">A tour in three pictures</h2>
      <ol className={classes.cards}>
        {STOPS.map(({ of, title, text, alt }) => (
          <li key={of}>
            <ProductPicture of={of} alt={alt} />
            <b>{title}</b>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
