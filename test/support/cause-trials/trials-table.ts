// What a run of trials says, as text.
import { PLANTED_KINDS, type Trials } from './trials.ts'

/** Of all kinds, the drops with one planted cause. */
export const sumsOfTrials = ({ kinds }: Trials): { planted: number; named: number; right: number } =>
  Object.values(kinds).reduce(
    (sum, one) => ({ planted: sum.planted + one.planted, named: sum.named + one.named, right: sum.right + one.right }),
    { planted: 0, named: 0, right: 0 },
  )

const percent = (part: number, all: number): string => (all === 0 ? '—' : `${((100 * part) / all).toFixed(1)}%`)

export const trialsTable = (title: string, trials: Trials): string => {
  const rows = PLANTED_KINDS.map((kind) => {
    const { planted, named, right, called, calledRight, overlapping, overlappingNamed, overlappingRight } =
      trials.kinds[kind]
    return [
      kind.padEnd(19),
      `drops ${String(planted).padStart(5)}`,
      `get one ${percent(named, planted).padStart(6)}`,
      `right of named ${percent(right, named).padStart(6)}`,
      `when called ${percent(calledRight, called).padStart(6)} of ${called}`,
      `overlapping ${overlapping}: get one ${percent(overlappingNamed, overlapping)}, right ${percent(overlappingRight, overlappingNamed)}`,
    ].join('  ')
  })
  const sums = sumsOfTrials(trials)
  const worst = Object.entries(trials.confusion)
    .sort(([, one], [, other]) => other - one)
    .slice(0, 14)
  return [
    title,
    ...rows,
    `all: get one ${percent(sums.named, sums.planted)} of ${sums.planted}, right of named ${percent(sums.right, sums.named)}`,
    `noise: ${percent(trials.noiseNamed, trials.noise)} of ${trials.noise} get one ${JSON.stringify(trials.noiseKinds)}`,
    `own action though controls moved: ${percent(trials.ownActionWrong, trials.controlsMoved)} of ${trials.controlsMoved}`,
    `falls of a site to which nothing was done: ${percent(trials.saidBeside.said, trials.saidBeside.drops)} of ${trials.saidBeside.drops} name an action beside them`,
    `brand-wide causes on the days of a break: ${trials.collisions.drops} drops, get one ${percent(trials.collisions.named, trials.collisions.drops)}, right ${percent(trials.collisions.right, trials.collisions.named)}, named many brands ${percent(trials.collisions.manyBrands, trials.collisions.named)}`,
    `breaks found by their third day: ${trials.breaksFound} of ${trials.breaks}; false ones: ${trials.falseBreaks} in ${trials.looks} looks`,
    `mistaken: ${worst.map(([key, count]) => `${key} ${count}`).join(', ')}`,
    '',
  ].join('\n')
}
