import { useEffect } from 'react';
import { Landing } from '#web/pages/landing/Landing.tsx';
import { LANDING_TITLE } from '#web/pages/landing/content.ts';

export function LandingPage() {
  useEffect(() => {
    document.title = LANDING_TITLE;
  }, []);
  return <Landing />;
}
