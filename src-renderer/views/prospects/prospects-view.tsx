import { Page } from '../../components/panel.tsx'

export const ProspectsView = () => <Page title="Prospects">{null}</Page>
