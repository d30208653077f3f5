// A reply of a few megabytes can become gigabytes of objects: many small ones cost far more than their text.
const SMALL = 1_000_000
/** 30,000 keywords with all their figures cost 1.2 million. */
const COST_MAX = 1_500_000

/** By the code of the sign. */
const COSTS = new Uint8Array(128)
for (const [sign, cost] of Object.entries({ '{': 8, '[': 3, ':': 1, ',': 1 })) COSTS[sign.charCodeAt(0)] = cost

/** Before it is parsed. Signs within texts count as well. */
export const isTooCostly = (json: string): boolean => {
  if (json.length <= SMALL) return false
  let cost = 0
  for (let at = 0; at < json.length && cost <= COST_MAX; at += 1) cost += COSTS[json.charCodeAt(at)] ?? 0
  return cost > COST_MAX
}
