import { useState } from 'react';
import { FeatureCards } from '#web/pages/landing/FeatureCards.tsx';
import { Figures } from '#web/pages/landing/Figures.tsx';
import { Footer } from '#web/pages/landing/Footer.tsx';
import classes from '#web/pages/landing/Landing.module.css';
import { COSTS, Promises, SECURITY } from '#web/pages/landing/Promises.tsx';
import { SignInLink } from '#web/pages/landing/SignInLink.tsx';
import { TopBar } from '#web/pages/landing/TopBar.tsx';
import { Tour } from '#web/pages/landing/Tour.tsx';
import { WorksWith } from '#web/pages/landing/WorksWith.tsx';
import { IMPROVEMENTS, STATS, SUMMARY } from '#web/pages/landing/content.ts';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { ProductPicture } from '#web/ui/ProductPicture.tsx';
import { loadable } from '#web/lib/loadable.tsx';

const loadDemo = () => import('#web/features/demo-requests/BookDemoDialog.tsx');
const BookDemoDialog = loadable(async () => (await loadDemo()).BookDemoDialog);

/** The product page, for visitors who have not signed in. */
export function Landing() {
  const [isBooking, setIsBooking] = useState(false);
  const bookDemo = (
    <PlainButton onPointerEnter={() => void loadDemo()} onClick={() => setIsBooking(true)}>
      Book a Demo
    </PlainButton>
  );
  return (
    <div className={classes.page}>
      <TopBar />
      <main>
        <section className={classes.hero}>
          <div>
            <p className={classes.over}>Lead management system</p>
            <h1>No lead forgotten, no follow-up late.</h1>
            <p className={classes.lead}>{SUMMARY}</p>
            <div className={classes.actions}>
              {bookDemo}
              <a className={classes.more} href="#features">
                See what it does
              </a>
            </div>
          </div>
          <ProductPicture
            of="day"
            isFirst
            alt="My Day of a salesperson: the follow-ups that are overdue and those of today, each with Call, WhatsApp, Done and Snooze"
          />
        </section>
        <section id="features" className={classes.section} aria-labelledby="features-title">
          <h2 id="features-title">Everything between a new enquiry and a signed order</h2>
          <FeatureCards />
          <WorksWith />
        </section>
        <Tour />
        <section id="about" className={classes.about} aria-labelledby="about-title">
          <div>
            <h2 id="about-title">Made for people who sell all day</h2>
            <p className={classes.lead}>
              LMS opens with what to do next. A call is logged in seconds, its follow-up is planned with it,
              and the whole team sees the same history.
            </p>
            <Figures figures={IMPROVEMENTS} />
            <SignInLink>Book demo now</SignInLink>
          </div>
          <div className={classes.phone}>
            <ProductPicture
              of="call"
              alt="A call is logged on a phone: its outcome, its minutes and the notes"
            />
          </div>
        </section>
        <Promises of={SECURITY} />
        <Promises of={COSTS} />
        <section className={classes.band} aria-label="LMS in numbers">
          <Figures figures={STATS} />
        </section>
      </main>
      <Footer>{bookDemo}</Footer>
      {isBooking && <BookDemoDialog onClose={() => setIsBooking(false)} />}
    </div>
  );
}
