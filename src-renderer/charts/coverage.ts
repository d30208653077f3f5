import type { ClusterRow } from '../../src-shared/desk/clusters.ts'

export type Coverage = ClusterRow['coverage']

const PARTS = ['published', 'generated', 'planned', 'unused'] as const
export type CoveragePart = { readonly name: (typeof PARTS)[number]; readonly count: number; readonly share: number }

/** The parts with their shares of what is drawn. The service's total may differ from their sum: the sum is drawn. */
export const coverageParts = (coverage: Coverage): readonly CoveragePart[] => {
  const counts = PARTS.map((name) => Math.max(0, coverage[name]))
  const sum = counts.reduce((total, count) => total + count, 0)
  return PARTS.map((name, index) => {
    const count = counts[index] ?? 0
    return { name, count, share: sum === 0 ? 0 : count / sum }
  })
}

export const coverageLabel = (coverage: Coverage): string =>
  `${coverageParts(coverage)
    .map(({ name, count }) => `${count} ${name}`)
    .join(', ')} of ${coverage.total}`
