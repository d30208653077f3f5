import { Page } from '../../components/panel.tsx'

export const MoversView = () => <Page title="Movers">{null}</Page>
