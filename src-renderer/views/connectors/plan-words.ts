// What a plan does, in the words of its button and of its warnings.
import type { Plan, PlannedBrand } from '../../../src-shared/desk/connectors.ts'

export const changingBrands = (plan: Plan): readonly PlannedBrand[] =>
  plan.brands.filter(({ changes }) => changes.length > 0)

/** Brands that are told apart from the others because applying reaches further than they do. */
export const organisationWide = (plan: Plan): readonly PlannedBrand[] =>
  changingBrands(plan).filter(({ isOrganisationWide }) => isOrganisationWide)
