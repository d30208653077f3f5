/** Where the review window of a reply ends: not on the day of the fetch where the service's newest days come late. */
export const lastDay = `
ALTER TABLE reply ADD COLUMN last_day date
  CONSTRAINT fits_last_day CHECK (last_day BETWEEN date '2000-01-01' AND date '2100-01-01');
`
