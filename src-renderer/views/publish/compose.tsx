import { Button, MultiSelect, SegmentedControl, Select } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useMemo } from 'react'
import { KIND_WORDS, type PublishKind } from '../../format/intent-words.ts'
import { plural } from '../../format/numbers.ts'
import { isProvider, PROVIDER_IDS, PROVIDER_NAMES } from '../../format/providers.ts'
import { Panel } from '../../parts/panel.tsx'
import { useNow } from '../../parts/use-now.ts'
import { brandName, useBrands } from '../../state/brands.ts'
import { articleCount, clearDraft, problemsOf, setDraft, targetsOf, useDraft } from '../../state/publish-draft.ts'
import { useZone } from '../../state/zone.ts'
import { CsvImport } from './csv-import.tsx'
import css from './publish.module.css'
import { SlugEditor } from './slug-editor.tsx'
import { When } from './when.tsx'

const ACT_KINDS: readonly PublishKind[] = ['publish', 'schedule', 'unschedule', 'unpublish']
const ACTS = ACT_KINDS.map((value) => ({ value, label: KIND_WORDS[value] }))
export const ZONE_VIEW = 'publish'

const What = () => {
  const { act, provider, status } = useDraft()
  return (
    <Panel title="What">
      <div className={css.form}>
        <SegmentedControl
          className={css.start}
          aria-label="Action"
          data={ACTS}
          value={act}
          onChange={(next) => setDraft({ act: ACTS.find(({ value }) => value === next)?.value ?? 'publish' })}
        />
        <div className={css.row}>
          {act === 'unschedule' ? null : (
            <Select
              w={160}
              label="Provider"
              allowDeselect={false}
              data={PROVIDER_IDS.map((value) => ({ value, label: PROVIDER_NAMES[value] }))}
              value={provider}
              onChange={(next) => next !== null && isProvider(next) && setDraft({ provider: next })}
            />
          )}
          {act === 'publish' || act === 'schedule' ? (
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
        </div>
      </div>
    </Panel>
  )
}

const Who = () => {
  const brands = useBrands((state) => state.list)
  const brandIds = useDraft((state) => state.brandIds)
  const data = useMemo(() => brands.map((brand) => ({ value: brand.id, label: brand.name })), [brands])
  return (
    <Panel title="Which articles" aside={<CsvImport />}>
      <div className={css.brands}>
        <MultiSelect
          label="Brands"
          description="Choose one or more, or read a CSV file with a brand and a slug column."
          placeholder={brandIds.length === 0 ? 'Choose brands' : ''}
          searchable
          hidePickedOptions
          limit={50}
          data={data}
          value={[...brandIds]}
          onChange={(next) => setDraft({ brandIds: next })}
        />
        {brandIds.map((id) => (
          <SlugEditor key={id} brandId={id} />
        ))}
      </div>
    </Panel>
  )
}

const Time = () => {
  const { day, time } = useDraft()
  return (
    <Panel title="When">
      <div className={css.form}>
        <When day={day} time={time} view={ZONE_VIEW} onChange={setDraft} />
        <p className={css.note}>Brands have no time zone. The time is in the zone that you choose here.</p>
      </div>
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
      <div className={css.form}>
        <div className={css.total}>
          {plural(articleCount(targets), 'article')} for {plural(targets.length, 'brand')}
        </div>
        <p className={css.soft}>Nothing is sent until you confirm. The review shows every article and any warnings.</p>
        {problems.length === 0 ? null : (
          <ul className={css.problems}>
            {problems.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
        <div className={css.buttons}>
          <Button
            leftSection={<IconEye size={14} />}
            disabled={problems.length > 0}
            onClick={() => setDraft({ step: 'review' })}
          >
            Review
          </Button>
          <Button variant="default" onClick={clearDraft}>
            Clear
          </Button>
        </div>
      </div>
    </Panel>
  )
}

/** Which act, which brands and articles, and when: nothing is sent from here. */
export const Compose = () => {
  const act = useDraft((state) => state.act)
  return (
    <div className={css.columns}>
      <div className={css.form}>
        <What />
        <Who />
        {act === 'schedule' ? <Time /> : null}
      </div>
      <div className={css.side}>
        <Summary />
      </div>
    </div>
  )
}
