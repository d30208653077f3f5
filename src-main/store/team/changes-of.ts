import type { ReadableDataset } from '../../../src-shared/desk/datasets.ts'
import type { Change } from '../../../src-shared/desk/values/changes.ts'
import type { NamedTable } from './shared-tables.ts'

/** Ids of the brands by table; null: rows of no brand, or too many to list. */
type ChangedTables = Readonly<Record<string, readonly string[] | null>>

/** What a person sees of changed tables: datasets of the same brands in one. */
export const changesOf = (shared: readonly NamedTable[], tables: ChangedTables): Change[] => {
  const brandsOf = new Map<ReadableDataset, Set<string> | 'all'>()
  for (const { name, datasets } of shared) {
    const brandIds = tables[name]
    if (brandIds === undefined) continue
    for (const dataset of datasets) {
      const known = brandsOf.get(dataset) ?? new Set<string>()
      brandsOf.set(dataset, known === 'all' || brandIds === null ? 'all' : new Set([...known, ...brandIds]))
    }
  }
  const changes = new Map<string, { brandIds: Change['brandIds']; datasets: ReadableDataset[] }>()
  for (const [dataset, brands] of brandsOf) {
    const brandIds = brands === 'all' ? brands : [...brands].toSorted()
    const key = JSON.stringify(brandIds)
    const change = changes.get(key) ?? { brandIds, datasets: [] }
    change.datasets.push(dataset)
    changes.set(key, change)
  }
  return [...changes.values()]
}
