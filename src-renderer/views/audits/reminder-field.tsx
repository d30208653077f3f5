import type { AuditSite } from '../../../src-shared/desk/research.ts'
import { isolate } from '../../format/isolate.ts'
import quiet from '../../parts/quiet-field.module.css'
import { reminderLabel, setReminder } from '../../state/audits.ts'
import { brandName } from '../../state/brands.ts'

export const REMINDERS = [7, 14, 30, 60, 90] as const

/** A reminder is a notice; it never runs an audit. */
export const ReminderField = ({ site }: { readonly site: AuditSite }) => {
  const { brandId, remindEveryDays } = site
  const isOwn = remindEveryDays !== null && !REMINDERS.some((days) => days === remindEveryDays)
  return (
    <select
      className={quiet.field}
      aria-label={`Reminder of ${isolate(brandName(brandId))}`}
      value={remindEveryDays ?? ''}
      onClick={(event) => event.stopPropagation()}
      onChange={(event) =>
        void setReminder([site], event.currentTarget.value === '' ? null : Number(event.currentTarget.value))
      }
    >
      <option value="">none</option>
      {REMINDERS.map((days) => (
        <option key={days} value={days}>
          {reminderLabel(days)}
        </option>
      ))}
      {isOwn ? <option value={remindEveryDays}>{reminderLabel(remindEveryDays)}</option> : null}
    </select>
  )
}
