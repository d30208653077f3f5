import { Box, Button, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { isProvider, PROVIDER_NAMES, PROVIDERS } from '../../../src-shared/service/providers.ts'
import { KIND_LABELS, type PublishKind } from '../../format/intent-labels.ts'
import { plural } from '../../format/numbers.ts'
import { Columns } from '../../parts/columns.tsx'
import { ChosenBrands } from '../../parts/fields/chosen-brands.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useNow } from '../../parts/use-now.ts'
import { brandName } from '../../state/brands.ts'
import {
  articleCount,
  clearDraft,
  openStep,
  problemsOf,
  setDraft,
  targetsOf,
  useDraft,
} from '../../state/publish-draft.ts'
import { useZone } from '../../state/settings.ts'
import { CsvImport } from './csv-import.tsx'
import { SlugEditor } from './slug-editor.tsx'
import { When } from './when.tsx'

export const KINDS: readonly PublishKind[] = ['publish', 'schedule', 'unschedule', 'unpublish']
const KIND_OPTIONS = KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))
export const ZONE_VIEW = 'publish'

const What = () => {
  const { kind, provider, status } = useDraft()
  return (
    <Panel title="What">
      <Stack align="flex-start">
        <SegmentedControl
          aria-label="Action"
          data={KIND_OPTIONS}
          value={kind}
          onChange={(next) => setDraft({ kind: KIND_OPTIONS.find(({ value }) => value === next)?.value ?? 'publish' })}
        />
        <Group gap="sm" align="flex-end">
          {kind === 'unschedule' ? null : (
            <Select
              w={160}
              label="Provider"
              allowDeselect={false}
              data={PROVIDERS.map((value) => ({ value, label: PROVIDER_NAMES[value] }))}
              value={provider}
              onChange={(next) => next !== null && isProvider(next) && setDraft({ provider: next })}
            />
          )}
          {kind === 'publish' || kind === 'schedule' ? (
            <SegmentedControl
              aria-label="As"
              data={[
                { value: 'publish', label: 'Live' },
                { value: 'draft', label: 'As a draft' },
              ]}
              value={status}
              onChange={(next) => setDraft({ status: next === 'draft' ? 'draft' : 'publish' })}
            />
          ) : null}
        </Group>
      </Stack>
    </Panel>
  )
}

const Who = () => {
  const brandIds = useDraft((state) => state.brandIds)
  return (
    <Panel title="Which articles" aside={<CsvImport />}>
      <Stack>
        <ChosenBrands
          label="Brands"
          description="Choose one or more, or read a CSV file with a brand and a slug column."
          brandIds={brandIds}
          onChange={(next) => setDraft({ brandIds: next })}
        />
        {brandIds.map((id) => (
          <SlugEditor key={id} brandId={id} />
        ))}
      </Stack>
    </Panel>
  )
}

const Time = () => {
  const { day, time } = useDraft()
  return (
    <Panel title="When">
      <Stack>
        <When day={day} time={time} view={ZONE_VIEW} onChange={setDraft} />
        <Text c="dimmed" size="xs">
          Brands have no time zone. The time is in the zone that you choose here.
        </Text>
      </Stack>
    </Panel>
  )
}

const Summary = () => {
  const draft = useDraft()
  const zone = useZone(ZONE_VIEW)
  const nowMs = useNow()
  const targets = targetsOf(draft)
  const problems = problemsOf(draft, { zone, nowMs, nameOf: brandName })
  return (
    <Panel title="Next: review">
      <Stack>
        <Text size="lg" fw={600}>
          {plural(articleCount(targets), 'article')} for {plural(targets.length, 'brand')}
        </Text>
        <Text c="dimmed">Nothing is sent until you confirm. The review shows every article and any warnings.</Text>
        {problems.length === 0 ? null : (
          <ul className="warn">
            {problems.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
        <Group>
          <Button leftSection={<IconEye size={14} />} disabled={problems.length > 0} onClick={() => openStep('review')}>
            Review
          </Button>
          <Button variant="default" onClick={clearDraft}>
            Clear
          </Button>
        </Group>
      </Stack>
    </Panel>
  )
}

/** The action, the brands with their articles, and the time. */
export const Compose = () => {
  const kind = useDraft((state) => state.kind)
  return (
    <Columns>
      <Stack gap="md">
        <What />
        <Who />
        {kind === 'schedule' ? <Time /> : null}
      </Stack>
      <Box pos="sticky" top={16}>
        <Summary />
      </Box>
    </Columns>
  )
}
