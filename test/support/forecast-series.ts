// Series with the shapes that clicks and positions have, for the back-test of forecasts. None of them is made by the
// method that is tested: counts scatter more than Poisson, levels shift, wander, or swing in waves.

/** Numbers from 0 up to 1 that are the same for the same seed. */
const randomOf = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}

type Random = () => number
const gauss = (random: Random): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** Marsaglia and Tsang; `shape` above 1. */
const gamma = (random: Random, shape: number): number => {
  const d = shape - 1 / 3
  for (;;) {
    const x = gauss(random)
    const v = (1 + x / Math.sqrt(9 * d)) ** 3
    if (v > 0 && Math.log(1 - random()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v
  }
}
const poisson = (random: Random, mean: number): number => {
  if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * gauss(random)))
  const end = Math.exp(-mean)
  let count = 0
  for (let product = random(); product > end; product *= random()) count += 1
  return count
}
/** Negative binomial: the smaller `shape`, the wilder. */
const counts = (random: Random, mean: number, shape: number): number =>
  poisson(random, (mean * gamma(random, shape)) / shape)

const shaped = (random: Random, days: number, shape: number, level: (day: number) => number): number[] => {
  const week = Array.from({ length: 7 }, () => 0.22 * gauss(random))
  return Array.from({ length: days }, (_, day) => counts(random, Math.exp(level(day) + (week[day % 7] ?? 0)), shape))
}
const usualLevel = (random: Random): number => Math.log(20 + 500 * random())

const positions = (random: Random, days: number, shift: (day: number) => number): number[] => {
  const usual = Math.log(4 + 20 * random())
  const lasting = 0.8 + 0.19 * random()
  const step = 0.01 + 0.03 * random()
  let away = 0
  return Array.from({ length: days }, (_, day) => {
    away = lasting * away + step * gauss(random)
    return Math.max(1, Math.exp(usual + away + shift(day) + 0.01 * gauss(random)))
  })
}
const jump = (random: Random, days: number, size: number): ((day: number) => number) => {
  const at = Math.floor(random() * days)
  const by = size * gauss(random)
  return (day) => (day >= at ? by : 0)
}

/** One value a day; about 3% of the days are missing. */
const SHAPES = {
  'weekly season': (random: Random, days: number) => {
    const usual = usualLevel(random)
    return shaped(random, days, 20, () => usual)
  },
  trend: (random: Random, days: number) => {
    const usual = usualLevel(random)
    const slope = 0.004 * gauss(random)
    return shaped(random, days, 15, (day) => usual + slope * (day - days))
  },
  'few clicks': (random: Random, days: number) => {
    const usual = Math.log(2 + 6 * random())
    return shaped(random, days, 5, () => usual)
  },
  'level shift': (random: Random, days: number) => {
    const usual = usualLevel(random)
    const shift = jump(random, days, 0.35)
    return shaped(random, days, 20, (day) => usual + shift(day))
  },
  wandering: (random: Random, days: number) => {
    let level = usualLevel(random)
    const step = 0.01 + 0.03 * random()
    return shaped(random, days, 25, () => {
      level += step * gauss(random)
      return level
    })
  },
  waves: (random: Random, days: number) => {
    const usual = usualLevel(random)
    const [length, height, start] = [30 + 60 * random(), 0.2 * random(), 6 * random()]
    return shaped(random, days, 20, (day) => usual + height * Math.sin((day * 2 * Math.PI) / length + start))
  },
  position: (random: Random, days: number) => positions(random, days, () => 0),
  'position, level shift': (random: Random, days: number) => positions(random, days, jump(random, days, 0.15)),
} satisfies Record<string, (random: Random, days: number) => number[]>

export type SeriesShape = keyof typeof SHAPES
export const SERIES_SHAPES = Object.keys(SHAPES) as SeriesShape[] // keys of a const object

export const simulatedSeries = (shape: SeriesShape, seed: number, days: number): (number | null)[] => {
  const random = randomOf(seed)
  return SHAPES[shape](random, days).map((value) => (random() < 0.03 ? null : value))
}
