import { Page } from '../../components/panel.tsx'

export const RankingsView = () => <Page title="Rankings">{null}</Page>
