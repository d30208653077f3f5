// A value that a column of a team's table takes, in PostgreSQL and on a desk.
import { tables } from '../../src-main/tables.ts'

type Column = { readonly name: string; readonly type: string }

/** Where a list, an object or a pattern alone does not say what is inside. */
const INSIDE: Readonly<Record<string, string>> = {
  'alert_rule.condition': '{"kind":"budget","percent":80}',
  'alert_rule.filter': '{"tags":[],"minClicksAWeek":0,"minImpressionsAWeek":0}',
  'alert_rule.muted_until': 'always',
  // Not one that keeps a desk from joining.
  'audit.state': 'done',
  'audit.error': '{"kind":"network","message":"No answer"}',
  'playbook.steps': '[{"kind":"sync","datasets":["prospects"]}]',
  'report_branding.colour': '#1c7ed6',
  'report_branding.logo': 'data:image/png;base64,AAAA',
  'report_schedule.brands': '"all"',
  'report_schedule.last_month': '2026-10',
  'report_template.sections': '[{"kind":"summary","isOn":true,"title":null,"rows":null}]',
}
const FLAG = /^(is_.*|demo|star|can_manage|sync_enabled|as_zip|all_brands|needs_approval)$/
const JSON_OF: Readonly<Record<string, string>> = { texts: '["väl"]', list: '[]', object: '{}', any: '"väl"' }

/** Another one for another number. `text`: where a column takes any. */
export const fittingValue = (
  table: string,
  { name, type }: Column,
  no: number,
  text = `text ${no}`,
): string | number => {
  const { columns = {} } = tables.team.tables.find((one) => one.name === table) ?? {}
  const rule = columns[name]
  const inside = INSIDE[`${table}.${name}`]
  if (inside !== undefined) return inside
  if (type !== 'TEXT') {
    if (FLAG.test(name)) return 1
    if (name === 'day_of_month') return (Math.abs(no) % 28) + 1
    return type === 'REAL' ? no + 0.1 : no
  }
  if (Array.isArray(rule)) return rule.includes('confirmed') ? 'confirmed' : String(rule[0])
  if (rule instanceof RegExp) return `Name ${no}`
  if (rule === undefined || typeof rule === 'number') return text
  return JSON_OF[typeof rule === 'string' ? rule : (rule as { readonly json: string }).json] ?? text
}
