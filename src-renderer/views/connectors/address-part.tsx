import { Button } from '@mantine/core'
import { useDesk } from '../../data/use-desk.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { go } from '../../state/location.ts'
import css from './brand-page.module.css'

/** The address to paste into an assistant, or where to set it. */
export const AddressPart = ({ brandId }: { readonly brandId: string }) => {
  const { value, error, reload } = useDesk('connectors.address', { brandId })
  if (error !== undefined)
    return <ErrorNotice error={error} title="The connector address could not be read" onRetry={reload} />
  return (
    <Panel title="Connect an assistant">
      {value === undefined ? null : value.mcpUrl === null ? (
        <div className={css.stack}>
          <p className={css.soft}>
            The address of the connector is not known yet. Set it once in Settings → Service, for all brands.
          </p>
          <div>
            <Button variant="default" onClick={() => go({ view: 'settings', scope: 'all' })}>
              Open the settings
            </Button>
          </div>
        </div>
      ) : (
        <div className={css.stack}>
          <div className={css.address}>
            <code>{value.mcpUrl}</code>
            <CopyButton text={value.mcpUrl} label="Copy" name="Copy the connector address" said="Address copied" />
          </div>
          <p className={css.soft}>
            Paste it into the assistant. It signs in by browser, as you: the connection belongs to the user, not to one
            brand, and reaches every brand that you can work on. What it may do is decided for each brand, here.
          </p>
        </div>
      )}
    </Panel>
  )
}
