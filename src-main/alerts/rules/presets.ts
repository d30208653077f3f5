// Rules that are offered ready-made. None is on by itself.
import { type AlertRuleDraft, AlertRuleDraftSchema } from '../../../src-shared/desk/alerts.ts'

export const PRESETS: readonly AlertRuleDraft[] = [
  {
    name: 'Lost the top 3, at least 10 clicks a week',
    condition: { kind: 'lost-top-3' },
    filter: { minClicksAWeek: 10 },
  },
  {
    name: 'Fell out of the top 10, at least 5 clicks a week',
    condition: { kind: 'lost-top-10' },
    filter: { minClicksAWeek: 5 },
  },
  { name: 'Unusual drop that costs 1 click a day', condition: { kind: 'drop', lostClicks: 1 } },
  { name: 'Clicks down 30% vs the same weekdays', condition: { kind: 'clicks-down' } },
  {
    name: 'Another page ranks for a starred keyword',
    condition: { kind: 'page-changed' },
    filter: { starred: true },
  },
  { name: 'Audit score below 70 or down by 10', condition: { kind: 'audit-score' } },
  { name: '80% of the AI credit budget used', condition: { kind: 'budget' } },
  { name: 'No webhook for 7 days', condition: { kind: 'silent-webhook' } },
  { name: 'Permissions of assistants changed elsewhere', condition: { kind: 'drift' } },
].map((preset) => AlertRuleDraftSchema.parse(preset))
