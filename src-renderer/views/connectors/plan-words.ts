// What a plan does, in the words of its button and of its warnings.
import type { Plan, PlannedBrand } from '../../../src-shared/desk/connectors.ts'

/** Above this many brands their number is typed before anything is sent. */
const TYPED_ABOVE = 10

export const changingBrands = (plan: Plan): readonly PlannedBrand[] =>
  plan.brands.filter(({ changes }) => changes.length > 0)

export const numberToType = (brands: number): string | null => (brands > TYPED_ABOVE ? String(brands) : null)

/** Brands that are told apart from the others because applying reaches further than they do. */
export const organisationWide = (plan: Plan): readonly PlannedBrand[] =>
  changingBrands(plan).filter(({ isOrganisationWide }) => isOrganisationWide)
