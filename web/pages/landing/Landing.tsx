import { useState } from 'react';
import { useLocation } from 'react-router';
import { FeatureCards } from '#web/pages/landing/FeatureCards.tsx';
import { Figures } from '#web/pages/landing/Figures.tsx';
import classes from '#web/pages/landing/Landing.module.css';
import { TopBar } from '#web/pages/landing/TopBar.tsx';
import { CONTACT_EMAIL, IMPROVEMENTS, STATS } from '#web/pages/landing/content.ts';
import { paths } from '#web/paths.ts';
import { PlainButton } from '#web/ui/PlainButton.tsx';
import { PlainLink } from '#web/ui/PlainLink.tsx';
import { FollowUpPicture, LeadPicture } from '#web/ui/ProductPictures.tsx';
import { loadable } from '#web/lib/loadable.tsx';

const loadDemo = () => import('#web/features/demo-requests/BookDemoDialog.tsx');
const BookDemoDialog = loadable(async () => (await loadDemo()).BookDemoDialog);

/** The page about the product, for visitors who have not signed in. */
export function Landing() {
  const target: unknown = useLocation().state;
  const [isBooking, setIsBooking] = useState(false);
  const bookDemo = (
    <PlainButton onPointerEnter={() => void loadDemo()} onClick={() => setIsBooking(true)}>
      Book a Demo
    </PlainButton>
  );
  return (
    <div className={classes.page}>
      <TopBar target={target} />
      <main>
        <section className={classes.hero}>
          <div>
            <p className={classes.over}>Lead management system</p>
            <h1>No lead forgotten, no follow-up late.</h1>
            <p className={classes.lead}>
              LMS gives your sales team one list of leads, one next step for each, and the calls, reminders
              and products beside it.
            </p>
            <div className={classes.actions}>
              {bookDemo}
              <a className={classes.more} href="#features">
                See what it does
              </a>
            </div>
          </div>
          <LeadPicture />
        </section>
        <section id="features" className={classes.section} aria-labelledby="features-title">
          <h2 id="features-title">Everything between a new enquiry and a signed order</h2>
          <FeatureCards />
        </section>
        <section id="about" className={classes.about} aria-labelledby="about-title">
          <div>
            <h2 id="about-title">Made for people who sell all day</h2>
            <p className={classes.lead}>
              LMS opens with what to do next. A call is logged in seconds, its follow-up is planned with it,
              and the whole team sees the same history.
            </p>
            <Figures figures={IMPROVEMENTS} />
            <PlainLink to={paths.login} state={target}>
              Book demo now
            </PlainLink>
          </div>
          <FollowUpPicture />
        </section>
        <section className={classes.band} aria-label="LMS in numbers">
          <Figures figures={STATS} />
        </section>
      </main>
      <footer id="contact" className={classes.footer}>
        <div>
          <h2>Contact</h2>
          <p>Half an hour with us, with your own questions.</p>
          {CONTACT_EMAIL && <a href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</a>}
        </div>
        {bookDemo}
        <p className={classes.small}>LMS · Lead management system · Open source</p>
      </footer>
      {isBooking && <BookDemoDialog onClose={() => setIsBooking(false)} />}
    </div>
  );
}
