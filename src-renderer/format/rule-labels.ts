import type { AlertRule } from '../../src-shared/desk/alerts.ts'
import { isolate } from './isolate.ts'
import { plural } from './numbers.ts'

/** `the tag Law or Retail`. */
export const tagsText = (tags: readonly string[]): string => `the tag ${tags.map(isolate).join(' or ')}`

/** When a saved rule is checked, and over how many brands. */
export const nextText = ({ scope, isOn }: Pick<AlertRule, 'scope' | 'isOn'>, brands: number): string => {
  if (!isOn) return 'The rule is off: it is checked when you switch it on.'
  if (brands > 0) return `Checked now, over ${plural(brands, 'brand')}; then after each sync.`
  return scope.of === 'tags'
    ? `No brand has ${tagsText(scope.tags)} now: the rule is first checked when one does.`
    : 'No brand is covered now: nothing is checked.'
}
