/** Brands of one piece of work: few enough that others of the desk wait some 20 ms at most. */
const GROUP = 8

export const inGroups = <Item>(items: readonly Item[], size = GROUP): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))
