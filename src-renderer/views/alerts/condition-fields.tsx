import { Select } from '@mantine/core'
import type { AlertCondition } from '../../../src-shared/desk/alerts.ts'
import { ALERT_KINDS, type AlertKind } from '../../../src-shared/desk/values/alert-kinds.ts'
import { KIND_WORDS } from './alert-words.ts'
import css from './alerts.module.css'
import { NumberField, OptionalNumberField } from './number-field.tsx'

/** Where the thresholds of a kind start. */
export const CONDITION_STARTS: { readonly [Kind in AlertKind]: Extract<AlertCondition, { kind: Kind }> } = {
  'lost-top-3': { kind: 'lost-top-3', days: 2 },
  'lost-top-10': { kind: 'lost-top-10', days: 2 },
  drop: { kind: 'drop', lostClicks: 0.5 },
  'page-changed': { kind: 'page-changed', days: 3 },
  'clicks-down': { kind: 'clicks-down', percent: 30, clicks: 20, weeks: 4 },
  'audit-score': { kind: 'audit-score', below: 70, droppedBy: 10 },
  budget: { kind: 'budget', percent: 80 },
  'silent-webhook': { kind: 'silent-webhook', days: 7, afterPublish: 1 },
  drift: { kind: 'drift' },
}

type Props = { readonly condition: AlertCondition; readonly onChange: (condition: AlertCondition) => void }

const Thresholds = ({ condition, onChange }: Props) => {
  switch (condition.kind) {
    case 'lost-top-3':
    case 'lost-top-10':
    case 'page-changed':
      return (
        <NumberField
          label="Days in a row"
          description="One unusual day alone is no alert."
          min={1}
          max={7}
          value={condition.days}
          onChange={(days) => onChange({ ...condition, days })}
        />
      )
    case 'drop':
      return (
        <NumberField
          label="Clicks lost a day"
          description="Drops that cost fewer clicks are ignored."
          min={0.1}
          max={100_000}
          hasDecimals
          value={condition.lostClicks}
          onChange={(lostClicks) => onChange({ ...condition, lostClicks })}
        />
      )
    case 'clicks-down':
      return (
        <>
          <NumberField
            label="Below the usual by"
            min={1}
            max={100}
            suffix="%"
            value={condition.percent}
            onChange={(percent) => onChange({ ...condition, percent })}
          />
          <NumberField
            label="And by this many clicks a day"
            min={1}
            max={1_000_000}
            value={condition.clicks}
            onChange={(clicks) => onChange({ ...condition, clicks })}
          />
          <NumberField
            label="Weeks before to compare with"
            min={2}
            max={8}
            value={condition.weeks}
            onChange={(weeks) => onChange({ ...condition, weeks })}
          />
        </>
      )
    case 'audit-score':
      return (
        <>
          <OptionalNumberField
            label="Score below"
            min={1}
            max={100}
            value={condition.below}
            onChange={(below) => onChange({ ...condition, below })}
          />
          <OptionalNumberField
            label="Or dropped by"
            min={1}
            max={100}
            value={condition.droppedBy}
            onChange={(droppedBy) => onChange({ ...condition, droppedBy })}
          />
        </>
      )
    case 'budget':
      return (
        <NumberField
          label="Used of the monthly budget"
          min={1}
          max={100}
          suffix="%"
          value={condition.percent}
          onChange={(percent) => onChange({ ...condition, percent })}
        />
      )
    case 'silent-webhook':
      return (
        <>
          <NumberField
            label="Days without a webhook"
            min={1}
            max={60}
            value={condition.days}
            onChange={(days) => onChange({ ...condition, days })}
          />
          <OptionalNumberField
            label="Or days after an article is published"
            min={1}
            max={14}
            value={condition.afterPublish}
            onChange={(afterPublish) => onChange({ ...condition, afterPublish })}
          />
        </>
      )
    case 'drift':
      return null
  }
}

const isKind = (word: string): word is AlertKind => ALERT_KINDS.some((kind) => kind === word)

/** What a rule waits for, and its thresholds. */
export const ConditionFields = ({ condition, onChange }: Props) => (
  <>
    <Select
      label="Alert me when"
      allowDeselect={false}
      data={ALERT_KINDS.map((value) => ({ value, label: KIND_WORDS[value] }))}
      value={condition.kind}
      onChange={(next) => next !== null && isKind(next) && onChange(CONDITION_STARTS[next])}
    />
    {condition.kind === 'drift' ? null : (
      <div className={css.fields}>
        <Thresholds condition={condition} onChange={onChange} />
      </div>
    )}
  </>
)
