import { Page } from '../../components/panel.tsx'

export const PortfolioView = () => <Page title="Portfolio">{null}</Page>
