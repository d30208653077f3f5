import { Button } from '@mantine/core'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { plural } from '../../format/numbers.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import type { Tools } from './change-list.tsx'
import css from './connectors.module.css'
import { BrandChanges, cellsIn } from './sync-changes.tsx'
import type { Compared } from './sync-compare.ts'
import sync from './sync-simulator.module.css'
import { toolLabel } from './tool-names.ts'

export type Changed = CallOutput<'connectors.setSync'>

const Cells = ({ title, cells, tools }: { title: string; cells: Compared['otherwise']; tools: Tools }) =>
  cells.length === 0 ? null : (
    <details>
      <summary className={sync.summary}>
        {title}: {plural(cells.length, 'cell')}
      </summary>
      <ul className={sync.names}>
        {cells.map(({ brandId, tool }) => (
          <li key={`${brandId} ${tool}`}>
            <BrandBadge brandId={brandId} />
            <div className={css.soft}>
              <bdi>{toolLabel(tools, tool)}</bdi>
            </div>
          </li>
        ))}
      </ul>
    </details>
  )

/** What the switch really did, held against the preview. */
export const SyncResult = ({
  changed,
  compared,
  tools,
  onClose,
}: {
  readonly changed: Changed
  readonly compared: Compared
  readonly tools: Tools
  readonly onClose: () => void
}) => {
  const isSame = [compared.otherwise, compared.missing, compared.stoodStill].every((list) => list.length === 0)
  return (
    <div className={css.dialog}>
      <h3 className={sync.count}>
        Sync is {changed.syncEnabled ? 'on' : 'off'}.{' '}
        {changed.changed.length === 0
          ? 'No cell changed.'
          : `${plural(cellsIn(changed.changed), 'cell')} of ${plural(changed.changed.length, 'brand')} changed.`}
      </h3>
      <p className={css.soft} role="status">
        {isSame
          ? 'The result matches the preview.'
          : `${plural(compared.asForeseen, 'cell')} match the preview. Differences are listed below.`}
      </p>
      {compared.stoodStill.length === 0 ? null : (
        <details>
          <summary className={sync.summary}>
            {plural(compared.stoodStill.length, 'brand')} did not change: it belongs to another organisation
          </summary>
          <ul className={sync.names}>
            {compared.stoodStill.map((brandId) => (
              <li key={brandId}>
                <BrandBadge brandId={brandId} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <Cells title="Changed differently than previewed" cells={compared.otherwise} tools={tools} />
      <Cells title="Previewed, but did not happen" cells={compared.missing} tools={tools} />
      {changed.changed.length === 0 ? null : <BrandChanges brands={changed.changed} tools={tools} />}
      {changed.failed.map(({ brandId, error }) => (
        <div key={brandId}>
          <BrandBadge brandId={brandId} />
          <ErrorNotice error={error} title="Could not be refreshed" />
        </div>
      ))}
      <div className={css.buttons}>
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  )
}
