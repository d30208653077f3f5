// Rules that say the same: each of their alerts would come twice.

import type { AlertFilter, AlertRule, AlertRuleDraft, AlertScope } from '../../../src-shared/desk/alerts.ts'
import { isKeywordKind } from '../../../src-shared/desk/values/alert-kinds.ts'

type Waits = Pick<AlertRuleDraft, 'condition' | 'filter'>

/** The same text for the same content, whatever the order of its fields. */
const textOf = (fields: object): string => JSON.stringify(Object.entries(fields).sort())
const filterText = ({ tags, ...filter }: AlertFilter): string => textOf({ ...filter, tags: tags.toSorted() })

/** Two rules that wait for the same, of whichever brands. */
export const waitsForSame = (one: Waits, other: Waits): boolean =>
  textOf(one.condition) === textOf(other.condition) &&
  (!isKeywordKind(one.condition.kind) || filterText(one.filter) === filterText(other.filter))

const membersOf = (scope: AlertScope): readonly string[] =>
  scope.of === 'all' ? [] : scope.of === 'tags' ? scope.tags : scope.brandIds

/** Whether a scope covers each brand of another one, also those of later. */
const includes = (scope: AlertScope, other: AlertScope): boolean =>
  scope.of === 'all' || (scope.of === other.of && membersOf(other).every((member) => membersOf(scope).includes(member)))

/** A rule that waits for the same, for these brands or more; `id` is the rule that is changed. */
export const findSameRule = (
  rules: readonly AlertRule[],
  draft: AlertRuleDraft,
  id: string | undefined,
): AlertRule | undefined =>
  rules.find((rule) => rule.id !== id && waitsForSame(rule, draft) && includes(rule.scope, draft.scope))
