import { Page } from '../../components/panel.tsx'

export const SyncView = () => <Page title="Sync">{null}</Page>
