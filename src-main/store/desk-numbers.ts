// Desks may share the tables of core.db. Each has a number: 0 shares with none. It numbers the deliveries that it receives in
// a range of its own, so that no number names two of them, and their ids keep to 15 digits up to desk 9,999.
const RANGE = 1e11

export const ALONE = 0

/** The numbers of a desk's own deliveries: above `after`, up to `last`. */
export const ownNumbers = (deskNo: number): { readonly after: number; readonly last: number } => ({
  after: deskNo * RANGE,
  last: (deskNo + 1) * RANGE - 1,
})
