// How often a verdict on an article is wrong, and how small a planted effect it finds: the table of decision 66.
import { expect, test } from 'vitest'
import { runTrials, type Trials } from '../support/impact-trials.ts'
import { roundsOf } from '../support/rounds.ts'

const percent = ({ found, runs }: { found: number; runs: number }) => `${((100 * found) / runs).toFixed(1)}% of ${runs}`

const report = (title: string, trials: Trials): void => {
  const { none, noneEver, impressions, position, below, at, above, detectable, fewClicks, other } = trials
  const quantile = (part: number) => `${Math.round(100 * (detectable[Math.floor(part * detectable.length)] ?? 0))}%`
  process.stdout.write(
    `${title}: false verdicts ${percent(none)}, on any of 3 days ${percent(noneEver)}, ` +
      `of impressions ${percent(impressions)}, of positions ${percent(position)}. Planted effects found: ` +
      `below the detectable size ${percent(below)}, at it ${percent(at)}, above it ${percent(above)}. ` +
      `Detectable: ${[0.1, 0.25, 0.5, 0.75, 0.9].map(quantile).join(', ')} (quantiles). ` +
      `No verdict for ${fewClicks} with few clicks and ${other} that cannot be compared.\n`,
  )
}

test.each([
  { title: '120 days, as seeded', trials: roundsOf(1000, 250), seed: 1000, length: 120, isNoisy: false },
  { title: '120 days, more noise', trials: roundsOf(1000, 125), seed: 5000, length: 120, isNoisy: true },
  { title: '400 days, as seeded', trials: roundsOf(600, 75), seed: 9000, length: 400, isNoisy: false },
])(
  'at most 1 in 20 articles without an effect gets a verdict: $title',
  ({ title, ...options }) => {
    const trials = runTrials({ ...options, keywords: 300 })
    report(title, trials)
    expect(trials.none.found / trials.none.runs).toBeLessThanOrEqual(0.05)
    expect(trials.noneEver.found / trials.noneEver.runs).toBeLessThanOrEqual(0.05)
    expect(trials.impressions.found / trials.impressions.runs).toBeLessThanOrEqual(0.05)
    expect(trials.position.found / trials.position.runs).toBeLessThanOrEqual(0.05)
    expect(trials.above.found / trials.above.runs).toBeGreaterThanOrEqual(0.8)
    expect(trials.at.found / trials.at.runs).toBeGreaterThanOrEqual(0.75)
  },
  1_200_000,
)
