// Rules of the demo agency, so that Alerts shows what they find. They are about all brands, as a
// person's would be: they watch a brand beside the demo, too. They go with the demo where it leaves no brand behind.
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
export const addDemoRules = async ({ store, desk, nowMs }: DemoRuleDeps): Promise<void> => {
  const { rules, presets } = await callDesk(desk, 'alerts.rules', {})
  if (rules.length > 0) return
  for (const [at, preset] of presets.filter(({ condition }) => KINDS.includes(condition.kind)).entries()) {
    const id = `demo-${preset.condition.kind}`
    await saveAlertRule(store, { ...preset, id, isNew: true, atMs: nowMs + at })
  }
}
