// What the parts of the demo's past have in common.
import type { CallOutput } from '../../src-shared/desk/contract.ts'

export type DemoBrand = CallOutput<'brands.list'>['brands'][number]

/** Steps are taken oldest first. */
export type Step = { readonly atMs: number; readonly run: () => Promise<void> }
