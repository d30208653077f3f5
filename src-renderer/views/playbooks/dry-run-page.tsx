import { Button, Group, Text } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import type { DryStep, Playbook } from '../../../src-shared/desk/playbooks.ts'
import { stepLabel } from '../../../src-shared/desk/values/playbook-labels.ts'
import { useDesk } from '../../data/use-desk.ts'
import { plural } from '../../format/numbers.ts'
import { ActionLabel } from '../../parts/action-label.tsx'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { ChosenBrands } from '../../parts/fields/chosen-brands.tsx'
import { useTypedNumber } from '../../parts/fields/typed-number.tsx'
import { Page, Panel } from '../../parts/panel.tsx'
import { ReviewFoot } from '../../parts/review-page.tsx'
import { useAction } from '../../parts/use-action.ts'
import { useBrands } from '../../state/brands.ts'
import { useScope } from '../../state/location.ts'
import { notify } from '../../state/notices.ts'
import { openList, openRun, startPlaybook } from '../../state/playbooks.ts'
import { BackToList } from './back-to-list.tsx'
import classes from './playbooks.module.css'
import { GATE_LABELS } from './run-labels.ts'

type DryBrand = CallOutput<'playbooks.dryRun'>['brands'][number]

const DryLine = ({ dry }: { readonly dry: DryStep }) => {
  const { index, step, would, isNeeded, gate, credits, missing } = dry
  return (
    <li className={classes.dry}>
      <span
        className={`${classes.number} toned`}
        data-tone={missing.length > 0 ? 'bad' : gate === null ? undefined : 'warn'}
        aria-hidden
      >
        {index + 1}
      </span>
      <strong>{stepLabel(step)}</strong>
      <div>
        {would === stepLabel(step) ? null : would}
        {missing.map((text) => (
          <div key={text} className="bad">
            {text}
          </div>
        ))}
      </div>
      <span className={gate === null ? 'soft' : 'warn'}>
        {gate !== null ? GATE_LABELS[gate] : isNeeded ? 'runs automatically' : 'nothing to do'}
      </span>
      <span className="numbers">{credits === null ? '—' : plural(credits, 'credit')}</span>
    </li>
  )
}

const summaryOf = ({ steps, credits }: DryBrand): string => {
  const asked = steps.filter(({ gate }) => gate !== null).length
  const missing = steps.filter((step) => step.missing.length > 0).length
  const parts = [
    credits === 0 ? 'no credits' : `up to ${plural(credits, 'credit')}`,
    asked === 0 ? 'asks nothing' : `asks you ${asked === 1 ? 'once' : `${asked} times`}`,
    ...(missing === 0 ? [] : [`${plural(missing, 'step')} cannot run yet`]),
  ]
  return parts.join(' · ')
}

/** A brand's steps; of several brands, one is open at a time. */
const DryPanel = ({ brand, isOnly }: { readonly brand: DryBrand; readonly isOnly: boolean }) => {
  const [isOpen, setOpen] = useState(isOnly)
  const { brandId, steps } = brand
  return (
    <Panel
      isFlush
      title={brandId === null ? 'A new brand' : <BrandBadge brandId={brandId} />}
      aside={
        <>
          <span className="soft">{summaryOf(brand)}</span>
          {isOnly ? null : (
            <Button variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Hide steps' : 'Show steps'}
            </Button>
          )}
        </>
      }
    >
      {isOpen ? (
        <ol>
          {steps.map((dry) => (
            <DryLine key={dry.index} dry={dry} />
          ))}
        </ol>
      ) : null}
    </Panel>
  )
}

const PANELS_SHOWN = 20

const Results = ({ brands }: { readonly brands: readonly DryBrand[] }) => {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? brands : brands.slice(0, PANELS_SHOWN)
  return (
    <>
      {shown.map((brand) => (
        <DryPanel key={brand.brandId ?? ''} brand={brand} isOnly={brands.length === 1} />
      ))}
      {shown.length === brands.length ? null : (
        <Button variant="subtle" onClick={() => setWhole(true)}>
          Show the other {plural(brands.length - shown.length, 'brand')}
        </Button>
      )}
    </>
  )
}

const Brands = ({
  chosen,
  onChange,
}: {
  readonly chosen: readonly string[]
  readonly onChange: (ids: string[]) => void
}) => {
  const brands = useBrands((state) => state.list)
  return (
    <Group align="flex-end">
      <ChosenBrands
        label="For which brands?"
        w="auto"
        maw={560}
        styles={{ root: { flex: 1 }, input: { maxHeight: 110, overflowY: 'auto' } }}
        brandIds={chosen}
        onChange={onChange}
      />
      <Button
        variant="default"
        disabled={chosen.length === brands.length}
        onClick={() => onChange(brands.map(({ id }) => id))}
      >
        All {plural(brands.length, 'brand')}
      </Button>
    </Group>
  )
}

const started = ({ runIds, left }: CallOutput<'playbooks.start'>): void => {
  const [only] = runIds
  if (left.length > 0)
    notify({
      title: `${plural(left.length, 'brand')} left out`,
      message: 'The playbook runs there already.',
      tone: 'warning',
    })
  if (runIds.length === 1 && only !== undefined) openRun(only)
  else openList()
}

const Start = ({ playbook, brandIds }: { readonly playbook: Playbook; readonly brandIds: readonly string[] }) => {
  const { isTyped, field } = useTypedNumber(brandIds.length)
  const { error, isBusy, run } = useAction()
  const start = async () => {
    const reply = await run(startPlaybook(playbook.id, brandIds))
    if (reply.ok) started(reply.value)
  }
  return (
    <>
      <ErrorNotice error={error} title="The playbook was not started" />
      <ReviewFoot note="Steps that ask you wait until you confirm each of them. Nothing is paid for, sent or published before.">
        {field}
        <Button
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          loading={isBusy}
          disabled={!isTyped}
          onClick={() => void start()}
        >
          {brandIds.length === 0 ? (
            `Start ${playbook.name} for a new brand`
          ) : (
            <ActionLabel what={`Start ${playbook.name} for`} brandIds={brandIds} />
          )}
        </Button>
      </ReviewFoot>
    </>
  )
}

/** What a playbook would do for these brands: nothing is sent and nothing is stored. Then it can be started. */
export const DryRunPage = ({ id }: { readonly id: string }) => {
  const scope = useScope()
  const [picked, setPicked] = useState<readonly string[]>([])
  const list = useDesk('playbooks.list', {})
  const playbook = list.value?.playbooks.find((one) => one.id === id)
  const addsBrand = playbook?.steps[0]?.kind === 'addBrand'
  const brandIds = scope === 'all' ? picked : [scope]
  const isReady = playbook !== undefined && (addsBrand || brandIds.length > 0)
  const dry = useDesk('playbooks.dryRun', isReady ? { playbookId: id, brandIds: [...brandIds] } : null)
  return (
    <Page note={<BackToList />}>
      <ErrorNotice error={list.error ?? dry.error} title="The dry run failed" onRetry={dry.reload} />
      {playbook === undefined ? null : (
        <>
          <div>
            <h2>Dry run of {playbook.name}</h2>
            <Text c="dimmed">{playbook.description} The dry run reads only what is stored here and sends nothing.</Text>
          </div>
          {scope === 'all' ? <Brands chosen={picked} onChange={setPicked} /> : null}
          {isReady && dry.value !== undefined ? (
            <>
              <Results brands={dry.value.brands} />
              <Start key={brandIds.join(' ')} playbook={playbook} brandIds={brandIds} />
            </>
          ) : null}
        </>
      )}
    </Page>
  )
}
