const names = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** The one order of names: "Brand 2" before "Brand 10", letter case and accents aside. */
export const compareNames = (one: string, other: string): number => names.compare(one, other)
