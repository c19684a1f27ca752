import { createContext } from 'react';

/** The time zone whose current day a calendar marks: the client's, wherever the browser is. */
export const CalendarZone = createContext<string | undefined>(undefined);
