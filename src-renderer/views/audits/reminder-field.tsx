import type { AuditSite } from '../../../src-shared/desk/research.ts'
import { isolate } from '../../format/isolate.ts'
import { QuietSelect } from '../../parts/fields/quiet-select.tsx'
import { reminderLabel, setReminder } from '../../state/audits.ts'
import { brandName } from '../../state/brands.ts'

export const REMINDERS = [7, 14, 30, 60, 90] as const

/** A reminder is a notice; it never runs an audit. */
export const ReminderField = ({ site }: { readonly site: AuditSite }) => {
  const { brandId, remindEveryDays } = site
  const isOwn = remindEveryDays !== null && !REMINDERS.some((days) => days === remindEveryDays)
  const days = [...REMINDERS, ...(isOwn ? [remindEveryDays] : [])]
  return (
    <QuietSelect
      label={`Reminder of ${isolate(brandName(brandId))}`}
      options={[
        { value: '', label: 'none' },
        ...days.map((each) => ({ value: String(each), label: reminderLabel(each) })),
      ]}
      value={remindEveryDays === null ? '' : String(remindEveryDays)}
      onChange={(next) => void setReminder([site], next === '' ? null : Number(next))}
    />
  )
}
