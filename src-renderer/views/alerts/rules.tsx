import { Button, Group, Menu, Switch, Text } from '@mantine/core'
import { IconBell, IconBellOff, IconPlus, IconTestPipe } from '@tabler/icons-react'
import type { AlertRule, AlertRuleDraft, ListedRule } from '../../../src-shared/desk/alerts.ts'
import { covers } from '../../../src-shared/desk/values/rule-coverage.ts'
import { lastedText, type TrackRecord } from '../../../src-shared/desk/values/track-record.ts'
import { addDays } from '../../charts/days.ts'
import { useDesk } from '../../data/use-desk.ts'
import { isolate } from '../../format/isolate.ts'
import { plural } from '../../format/numbers.ts'
import { nextText } from '../../format/rule-labels.ts'
import { ChangedBy } from '../../parts/changed-by.tsx'
import { EditRemove } from '../../parts/edit-remove.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { useNow } from '../../parts/use-now.ts'
import { addRule, coveredBy, draftOf, removeRule, setRule, uncoveredBrands } from '../../state/alerts.ts'
import { useBrand, useBrands } from '../../state/brands.ts'
import { type Scope, useScope } from '../../state/location.ts'
import { aboutText, brandsText, conditionText, isMuted, lastFiredText, mutedText } from './alert-words.ts'
import css from './alerts.module.css'
import type { Editing } from './rule-dialog.tsx'
import { waitsForSame } from './same-rule.ts'

type Edits = { readonly onEdit: (editing: Editing) => void }

const useToday = (): string => new Date(useNow()).toISOString().slice(0, 10)

const MuteMenu = ({ rule, today }: { readonly rule: AlertRule; readonly today: string }) => {
  const isNow = isMuted(rule, today)
  const mute = (mutedUntil: AlertRule['mutedUntil']) => void setRule(rule.id, { mutedUntil })
  return (
    <Menu position="bottom-end" width={190}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          leftSection={isNow ? <IconBellOff size={14} aria-hidden /> : <IconBell size={14} aria-hidden />}
          aria-label={`Mute ${rule.name}`}
        >
          Mute
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => mute(addDays(today, 1))}>Until tomorrow</Menu.Item>
        <Menu.Item onClick={() => mute(addDays(today, 7))}>For a week</Menu.Item>
        <Menu.Item onClick={() => mute('always')}>Until I end it</Menu.Item>
        <Menu.Divider />
        <Menu.Item disabled={!isNow} onClick={() => mute(null)}>
          End muting
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const Words = ({ rule }: { readonly rule: AlertRuleDraft }) => (
  <>
    <Text size="xs" c="dimmed">
      {conditionText(rule.condition)}
    </Text>
    <Text size="xs" c="dimmed">
      {aboutText(rule)}
    </Text>
  </>
)

type Records = { readonly records: ReadonlyMap<string, TrackRecord> }

const Lasted = ({ record }: { readonly record: TrackRecord | undefined }) => {
  const text = record === undefined ? null : lastedText(record)
  return text === null ? null : (
    <Text size="xs" c="dimmed">
      {text}
    </Text>
  )
}

const Line = ({ rule, records, onEdit }: { readonly rule: ListedRule } & Records & Edits) => {
  const today = useToday()
  const nowMs = useNow()
  return (
    <li className={css.rule}>
      <div>
        <Group gap={8}>
          <strong>{rule.name}</strong>
          {isMuted(rule, today) ? (
            <StateWord word={mutedText(rule)} tone="plain" about="The rule still fires, but nobody is notified" />
          ) : null}
          <NoBrand rule={rule} />
        </Group>
        <Words rule={rule} />
        <Text size="xs" c="dimmed">
          {lastFiredText(rule, nowMs)}
        </Text>
        <Lasted record={records.get(rule.id)} />
        <ChangedBy changedBy={rule.changedBy} changedAt={rule.changedAt} />
      </div>
      <Group gap={4} wrap="nowrap">
        <Switch
          mr={6}
          aria-label={`${rule.name} is on`}
          checked={rule.isOn}
          onChange={(event) => void setRule(rule.id, { isOn: event.currentTarget.checked })}
        />
        <MuteMenu rule={rule} today={today} />
        <EditRemove
          name={rule.name}
          onEdit={() => onEdit({ id: rule.id, draft: draftOf(rule), isOn: rule.isOn })}
          onRemove={() => void removeRule(rule)}
        />
      </Group>
    </li>
  )
}

/** While one brand is in view a new rule is about it alone. */
const inScope = (preset: AlertRuleDraft, scope: Scope): AlertRuleDraft =>
  scope === 'all' ? preset : { ...preset, scope: { of: 'brands', brandIds: [scope] } }

const Preset = ({ preset, onEdit }: { readonly preset: AlertRuleDraft } & Edits) => (
  <li className={css.rule}>
    <div>
      <strong>{preset.name}</strong>
      <Words rule={preset} />
    </div>
    <Group gap={6} wrap="nowrap">
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconTestPipe size={14} aria-hidden />}
        aria-label={`Test and change ${preset.name}`}
        onClick={() => onEdit({ draft: preset })}
      >
        Test and change
      </Button>
      <Button
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        aria-label={`Add ${preset.name}`}
        onClick={() => void addRule(preset)}
      >
        Add
      </Button>
    </Group>
  </li>
)

/** Brands whose losses nobody hears of. */
const Uncovered = ({ rules, onEdit }: { readonly rules: readonly AlertRule[] } & Edits) => {
  const list = useBrands((state) => state.list)
  const scope = useScope()
  const uncovered = uncoveredBrands(rules, list).map(({ id }) => id)
  const brandIds = scope === 'all' ? uncovered : uncovered.filter((id) => id === scope)
  if (rules.length === 0 || brandIds.length === 0) return null
  return (
    <Notice
      tone="warn"
      role="status"
      actions={
        <Button variant="default" onClick={() => onEdit({ draft: { scope: { of: 'brands', brandIds } } })}>
          Add rule for {brandIds.length === 1 ? 'it' : 'them'}
        </Button>
      }
    >
      <strong>No rule covers {plural(brandIds.length, 'brand')}:</strong> {brandsText(brandIds)}
    </Notice>
  )
}

/** The brands of a rule, where there are none now. */
const NoBrand = ({ rule }: { readonly rule: AlertRule }) => {
  const list = useBrands((state) => state.list)
  return coveredBy(rule, list).length > 0 ? null : (
    <StateWord word="Covers no brand" tone="warn" about={nextText(rule, 0)} />
  )
}

type ListProps = { readonly title: string; readonly label?: string; readonly rules: readonly ListedRule[] } & Records &
  Edits

const RuleList = ({ title, label = title, rules, ...more }: ListProps) =>
  rules.length === 0 ? null : (
    <Panel isFlush title={title}>
      <ul className="lines" aria-label={label}>
        {rules.map((rule) => (
          <Line key={rule.id} rule={rule} {...more} />
        ))}
      </ul>
    </Panel>
  )

/** Those of the brand in view first; the others stay, because a rule may be made to cover it. */
const RuleLists = ({ rules, ...more }: { readonly rules: readonly ListedRule[] } & Records & Edits) => {
  const brand = useBrand(useScope())
  if (brand === undefined)
    return <RuleList title={plural(rules.length, 'rule')} label="Rules" rules={rules} {...more} />
  const own = rules.filter((rule) => covers(rule, brand))
  const others = rules.filter((rule) => !covers(rule, brand))
  return (
    <>
      {own.some(({ scope }) => scope.of !== 'brands' || scope.brandIds.length > 1) ? (
        <Text size="sm" c="dimmed">
          Some of these rules cover other brands too. A change applies to all brands of the rule.
        </Text>
      ) : null}
      <RuleList title={`${plural(own.length, 'rule')} for ${isolate(brand.name)}`} rules={own} {...more} />
      <RuleList title={`${plural(others.length, 'rule')} for other brands only`} rules={others} {...more} />
    </>
  )
}

/** The rules, and those that are offered ready-made. */
export const Rules = ({ onEdit }: Edits) => {
  const { value, error, reload } = useDesk('alerts.rules', {})
  const rules = value?.rules ?? []
  const records = new Map((value?.records ?? []).map((record) => [record.ruleId, record]))
  const scope = useScope()
  const brand = useBrand(scope)
  const presets = (value?.presets ?? [])
    .filter(
      (preset) => !rules.some((rule) => waitsForSame(rule, preset) && (brand === undefined || covers(rule, brand))),
    )
    .map((preset) => inScope(preset, scope))
  return (
    <>
      <ErrorNotice error={error} title="The rules could not be read" onRetry={reload} />
      {value !== undefined && rules.length === 0 ? (
        <EmptyState
          icon={<IconBell size={22} />}
          title="No rule yet"
          action={<Button onClick={() => onEdit({})}>Write a rule</Button>}
        >
          A rule says what you want to hear of. Add a ready-made one below, or write your own: before you save it, you
          see how often it would have fired in the last 90 days.
        </EmptyState>
      ) : null}
      <Uncovered rules={rules} onEdit={onEdit} />
      <RuleLists rules={rules} records={records} onEdit={onEdit} />
      {presets.length === 0 ? null : (
        <Panel isFlush title="Ready-made rules">
          <ul className="lines" aria-label="Ready-made rules">
            {presets.map((preset) => (
              <Preset key={preset.name} preset={preset} onEdit={onEdit} />
            ))}
          </ul>
        </Panel>
      )}
    </>
  )
}
