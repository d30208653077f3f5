// Rules of the demo agency, so that Alerts shows what they find. They name the demo's brands: they look at no other brand,
// and go with the last of these.
import type { AlertKind } from '../../src-shared/desk/alert-kinds.ts'
import { saveAlertRule } from '../alerts/public.ts'
import { callDesk, type Desk } from '../desk.ts'
import type { Store } from '../store/store.ts'

type DemoRuleDeps = {
  readonly store: Pick<Store, 'write'>
  readonly desk: Pick<Desk, 'call'>
  readonly nowMs: number
}

/** Those of the ready-made rules that a person with these brands would add first. */
const KINDS: readonly AlertKind[] = ['lost-top-3', 'page-changed', 'audit-score', 'silent-webhook', 'drift']

/** A desk that has rules already keeps its own. */
export const addDemoRules = async ({ store, desk, nowMs }: DemoRuleDeps, brandIds: string[]): Promise<void> => {
  const { rules, presets } = await callDesk(desk, 'alerts.rules', {})
  if (rules.length > 0) return
  for (const [at, preset] of presets.filter(({ condition }) => KINDS.includes(condition.kind)).entries()) {
    const id = `demo-${preset.condition.kind}`
    const scope = { of: 'brands', brandIds } as const
    await saveAlertRule(store, { ...preset, id, scope, isNew: true, atMs: nowMs + at })
  }
}
