import { useEffect } from 'react';
import { Landing } from '#web/pages/landing/Landing.tsx';

export function LandingPage() {
  useEffect(() => {
    document.title = 'LMS · Lead management system';
  }, []);
  return <Landing />;
}
